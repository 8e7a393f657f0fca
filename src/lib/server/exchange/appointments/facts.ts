// What the table of acts asks of an appointment: in which state it is, and how far its day.
import { daysBetween } from '#lib/contract/days.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { hasFigures } from '#lib/contract/exchange/subjects.ts';
import { daysToCome } from '#lib/server/exchange/stock/parts-of-days.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { regionDay } from '#lib/site.ts';

type Status = AppointmentTable['status'];

const isOneOf =
  (...statuses: readonly Status[]) =>
  ({ status }: { status: Status }): boolean =>
    statuses.includes(status);

/** Whether an appointment has not ended. */
export const isOpen = isOneOf(...OPEN_STATUSES);

export const isRequested = isOneOf('requested');

/** Whether the two agreed, and it is neither done nor called off. */
export const isPlanned = isOneOf('agreed');

export const isDone = isOneOf('done');

/** Whether the two agreed, and it was not called off. */
export const isAgreed = isOneOf('agreed', 'done');

/** `reported`: one of the two has reported how it went. `differing`: both have, with different figures; `done`: with the same. */
export type State = 'requested' | 'agreed' | 'reported' | 'differing' | 'done' | 'ended';

/** Whether an appointment of its requester's looks for room on a truck, goes with one, or comes with one of its own. */
export type OnTruck = 'none' | 'looks' | 'goes' | 'drives';

type Reports = Pick<
  AppointmentTable,
  | 'status'
  | 'owner_result'
  | 'requester_result'
  | 'owner_kg'
  | 'requester_kg'
  | 'owner_corrected'
  | 'requester_corrected'
>;

/** What the table asks of an appointment. */
export interface Facts {
  subject: AppointmentTable['subject'];
  isOwner: boolean;
  state: State;
  /** how many days ago it takes place: less than 0 ahead */
  daysAgo: number;
  hasStarted: boolean;
  /** whether the viewer has corrected what they reported */
  hasCorrected: boolean;
  /** whether it is of something that a truck carries */
  hasLoad: boolean;
  truck: OnTruck;
}

/** Whether both have reported how it went, with different figures. */
export const isDiffering = ({
  owner_kg,
  requester_kg,
}: Pick<AppointmentTable, 'owner_kg' | 'requester_kg'>): boolean =>
  owner_kg !== null && requester_kg !== null && owner_kg !== requester_kg;

const STATES: Record<Status, (appointment: Reports) => State> = {
  requested: () => 'requested',
  agreed: ({ owner_result, requester_result }) =>
    owner_result || requester_result ? 'reported' : 'agreed',
  declined: () => 'ended',
  called_off: () => 'ended',
  done: (appointment) => (isDiffering(appointment) ? 'differing' : 'done'),
};

/** The day on which an appointment takes place: as agreed, or that of a shared truck; in SQL, `TAKES_PLACE_ON`. */
export const takesPlaceOn = ({
  day,
  moved_to,
}: Pick<AppointmentTable, 'day' | 'moved_to'>): string => moved_to ?? day;

/** Whether an appointment can be agreed to no more: what has no half of a day starts with the end of its day; in SQL, `hasStarted`. */
function hasStarted(
  services: Pick<Services, 'now'>,
  row: Pick<AppointmentTable, 'day' | 'moved_to' | 'half'>,
): boolean {
  const first = row.half === null ? regionDay(services.now()) : daysToCome(services)[row.half];
  return takesPlaceOn(row) < first;
}

/**
 * @returns what the table asks of an appointment
 * @param isOwner whether the viewer agrees to it, or another requests it
 * @param truck of its requester; the acts of trucks ask for it
 */
export function factsOf(
  services: Pick<Services, 'now'>,
  row: Reports & Pick<AppointmentTable, 'subject' | 'kind' | 'day' | 'moved_to' | 'half'>,
  isOwner: boolean,
  truck: OnTruck = 'none',
): Facts {
  const daysAgo = daysBetween(takesPlaceOn(row), regionDay(services.now()));
  const corrected = isOwner ? row.owner_corrected : row.requester_corrected;
  return {
    subject: row.subject,
    isOwner,
    state: STATES[row.status](row),
    daysAgo,
    hasStarted: hasStarted(services, row),
    hasCorrected: Boolean(corrected),
    hasLoad: hasFigures(row) && row.kind !== 'service',
    truck,
  };
}
