// The facts about an appointment that the table of acts depends on: its state, and the distance to its day.
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

export const isOpen = isOneOf(...OPEN_STATUSES);

export const isRequested = isOneOf('requested');

/** Whether it is agreed, and neither done nor called off. */
export const isPlanned = isOneOf('agreed');

export const isDone = isOneOf('done');

/** Whether it is agreed or done, but not called off. */
export const isAgreed = isOneOf('agreed', 'done');

/**
 * `reported`: one member has reported the outcome. `differing`: both have, with different amounts; `done`: with the
 * same.
 */
export type State = 'requested' | 'agreed' | 'reported' | 'differing' | 'done' | 'ended';

/** The requester's relation to trucks: looks for space, has a load on another's truck, or drives a shared one. */
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

/** The facts that the table of acts depends on. */
export interface Facts {
  subject: AppointmentTable['subject'];
  isOwner: boolean;
  state: State;
  /** days since it took place; negative for the future */
  daysAgo: number;
  hasStarted: boolean;
  /** whether the viewer has corrected their report */
  hasCorrected: boolean;
  /** whether a truck can carry it */
  hasLoad: boolean;
  truck: OnTruck;
}

/** Whether both members have reported, with different amounts. */
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

/** The day on which an appointment takes place: the agreed one, or that of a shared truck; in SQL, `TAKES_PLACE_ON`. */
export const takesPlaceOn = ({
  day,
  moved_to,
}: Pick<AppointmentTable, 'day' | 'moved_to'>): string => moved_to ?? day;

/**
 * Whether it is too late to agree: an appointment without a half day starts at the end of its day; in SQL,
 * `hasStarted`.
 */
function hasStarted(
  services: Pick<Services, 'now'>,
  row: Pick<AppointmentTable, 'day' | 'moved_to' | 'half'>,
): boolean {
  const first = row.half === null ? regionDay(services.now()) : daysToCome(services)[row.half];
  return takesPlaceOn(row) < first;
}

/**
 * @param isOwner whether the viewer is the owner, who agrees, rather than the requester
 * @param truck the requester's relation to trucks; only the acts of trucks depend on it
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
