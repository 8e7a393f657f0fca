import { amountText, materialName } from '#lib/contract/exchange/listing-choices.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';
import { isMaterial } from '#lib/contract/exchange/materials.ts';
import type { Pickup, PickupRecord } from '#lib/contract/exchange/pickups.ts';

/** For every page about pickups: who asks for money first may not be who they say. */
export const PAYMENT_WARNING = 'Don’t pay in advance. Pay when you meet.';

/** For whoever has confirmed it. */
export const COMING = 'You said you’re coming. You don’t have to do anything.';

const CALLED_OFF = 'This pickup won’t happen. We’ve notified the other.';

/** What a form of a pickup has done, by the state it led to: that may have changed since. */
export const DONE: Partial<Record<Pickup['status'], Record<string, string>>> = {
  agreed: {
    agree: 'You agreed. You two can call each other now.',
    place: 'The exact place is saved. We’ve notified the other.',
    coming: COMING,
    outcome: 'What you said is saved.',
  },
  declined: { decline: 'You declined. We’ve notified the other.' },
  called_off: { call_off: CALLED_OFF, not_coming: CALLED_OFF },
  done: { outcome: 'What you said is saved.' },
};

/** What one does with a listing, by its kind. */
export const REQUEST_TITLES: Record<Listing['kind'], string> = {
  offer: 'I can take it',
  need: 'I can bring it',
  service: 'I would like it',
};

const STATUSES: Record<Pickup['status'], string> = {
  requested: 'Waiting for the owner',
  agreed: 'Agreed',
  declined: 'Not this time',
  called_off: 'Called off',
  done: 'Done',
};

/** @returns what state a pickup is in, for its viewer */
export const statusText = ({ status, is_owner }: Pickup): string =>
  status === 'requested' && is_owner ? 'Waiting for you' : STATUSES[status];

/** @returns the name of what is fetched */
export const materialText = ({ material }: Pickup): string =>
  isMaterial(material) ? materialName(material) : material;

/** @returns how much: `30 bundles`, `all of it` */
export const pickupAmount = ({ amount, unit }: Pickup): string =>
  amount === null || unit === null ? 'all of it' : amountText(amount, unit);

/** @returns how often a member came, as the others of the last twelve months reported */
export const recordText = ({ fulfilled, agreed }: PickupRecord): string =>
  fulfilled === agreed
    ? `Always came: ${agreed} of ${agreed}`
    : `Came ${fulfilled} of ${agreed} times`;
