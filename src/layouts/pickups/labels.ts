import { amountText, materialName } from '#lib/contract/exchange/listing-choices.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { Pickup, PickupRecord } from '#lib/contract/exchange/pickups.ts';
import { t } from '#lib/messages/t.ts';

/** @returns what a form about sharing a truck has done; who looks sees it below */
const sharedSentences = () => ({ leave_trip: t('trip.done_left') });

/** @returns what a form of a pickup has done, by the state it led to: that may have changed since */
export const doneSentences = (): Partial<Record<Pickup['status'], Record<string, string>>> => ({
  requested: sharedSentences(),
  agreed: {
    ...sharedSentences(),
    agree: t('pickup.you_agreed'),
    place: t('pickup.place_saved'),
    coming: t('pickup.coming'),
    outcome: t('pickup.outcome_saved'),
    stop: t('pickup.stopped_later'),
  },
  declined: { decline: t('pickup.you_declined') },
  called_off: {
    call_off: t('pickup.wont_happen'),
    not_coming: t('pickup.wont_happen'),
    skip: t('pickup.skipped'),
    stop: t('pickup.stopped'),
  },
  done: { outcome: t('pickup.outcome_saved'), stop: t('pickup.stopped') },
});

/** @returns what one does with a listing of a kind */
export const requestTitle = ({ kind }: Pick<Listing, 'kind'>): string =>
  t('pickup.request_title', { kind });

/** @returns what state a pickup is in, for its viewer */
export const statusText = ({ status, is_owner }: Pickup): string =>
  status === 'requested' && is_owner ? t('pickup.to_respond') : t('pickup.status', { status });

/** @returns the name of what is fetched */
export const materialText = ({ material }: Pickup): string =>
  isMaterial(material) ? materialName(material) : material;

/** @returns how much: `30 bundles`, `all of it` */
export const pickupAmount = ({ amount, unit }: Pickup): string =>
  amount === null || unit === null ? t('pickup.all_of_it') : amountText(amount, unit);

/** @returns how often a member came, as the others of the last twelve months reported */
export const recordText = ({ fulfilled, agreed }: PickupRecord): string =>
  fulfilled === agreed
    ? t('pickup.always_came', { agreed })
    : t('pickup.came', { fulfilled, agreed });
