import type { Appointment, AppointmentRecord } from '#lib/contract/exchange/appointments.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { t } from '#lib/messages/t.ts';

/** Success messages of the forms about sharing a truck. The page shows the new state below. */
const sharedSentences = () => ({
  join: t('trip.done_joined'),
  leave: t('trip.done_left'),
  offer_room: t('trip.done_offered'),
  set_room: t('trip.done_room'),
  end_truck: t('trip.done_off'),
});

/** Success messages of the forms of a pickup, by its state, which may have changed since. */
export const doneSentences = (): Partial<
  Record<Appointment['status'], Record<string, string>>
> => ({
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

/** The title of a request for a listing of this kind. */
export const requestTitle = ({ kind }: Pick<Listing, 'kind'>): string =>
  t('pickup.request_title', { kind });

/** The state of an appointment, for its viewer. */
export const statusText = ({ status, is_owner }: Appointment): string =>
  status === 'requested' && is_owner ? t('pickup.to_respond') : t('pickup.status', { status });

/** Says for how many appointments in twelve months others reported that the member came. */
export const recordText = ({ fulfilled, agreed }: AppointmentRecord): string =>
  fulfilled === agreed
    ? t('pickup.always_came', { agreed })
    : t('pickup.came', { fulfilled, agreed });
