// Which news say no more how things are: they are not sent.
import type { MessageName } from '#lib/server/notifications/messages.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';

/** The state of an appointment without which news are no news any more. */
const ONLY_WHILE: Partial<Record<MessageName, AppointmentTable['status']>> = {
  pickup_requested: 'requested',
  pickup_offered: 'requested',
  pickup_ordered: 'requested',
  pickup_agreed: 'agreed',
  pickup_placed: 'agreed',
  pickup_tomorrow: 'agreed',
  pickup_waiting: 'requested',
  pickup_unheard: 'requested',
  pickup_past: 'agreed',
  pickup_round: 'agreed',
  pickup_truckDay: 'agreed',
  pickup_ownDay: 'agreed',
  booking_requested: 'requested',
  booking_agreed: 'agreed',
  booking_placed: 'agreed',
  booking_tomorrow: 'agreed',
  booking_waiting: 'requested',
  booking_unheard: 'requested',
  booking_freed: 'requested',
  booking_taken: 'requested',
};

/** Whether a message about an appointment still says how things are. */
export const isStillSo = (
  message: MessageName,
  { status }: Pick<AppointmentTable, 'status'>,
): boolean => (ONLY_WHILE[message] ?? status) === status;
