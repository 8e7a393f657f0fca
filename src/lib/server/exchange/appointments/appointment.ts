import { addDays } from '#lib/contract/days.ts';
import {
  type Appointment,
  type AppointmentAct,
  REPORT_DAYS,
} from '#lib/contract/exchange/appointments.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { hasFigures, isHost } from '#lib/contract/exchange/subjects.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { actsOf } from './acts.ts';
import {
  factsOf,
  isAgreed,
  isDiffering,
  isOpen,
  isRequested,
  type OnTruck,
  takesPlaceOn,
} from './facts.ts';
import { type AppointmentRow, findOwn } from './own-queries.ts';
import { getRecords } from './record.ts';
import { whatOf } from './what.ts';

/**
 * The member who stated a field, or to whom it refers. `host`: the member at whose place it is; `other`: the one who
 * is not the viewer.
 */
type Source = 'neutral' | 'owner' | 'requester' | 'host' | 'other';

/** Only nullable fields can be hidden. */
type Sources = { [K in keyof Appointment]: null extends Appointment[K] ? Source : 'neutral' };

// Lists all fields, so that a new field needs a decision here.
const SOURCES: Sources = {
  appointment_id: 'neutral',
  subject: 'neutral',
  post_id: 'owner',
  title: 'owner',
  picture: 'owner',
  role: 'neutral',
  is_owner: 'neutral',
  status: 'neutral',
  material: 'neutral',
  amount: 'neutral',
  unit: 'neutral',
  machine: 'neutral',
  half: 'neutral',
  price_centavos: 'neutral',
  is_taken: 'neutral',
  town: 'neutral',
  day: 'neutral',
  takes_place_on: 'neutral',
  vehicle: 'requester',
  note: 'requester',
  reason: 'other',
  account: 'other',
  record: 'other',
  requester_town: 'requester',
  distance_km: 'requester',
  phone: 'other',
  place: 'host',
  is_coming: 'neutral',
  has_outcome: 'neutral',
  kg: 'neutral',
  reports: 'other',
  standing: 'neutral',
  truck: 'neutral',
  acts: 'neutral',
  created_at: 'neutral',
  updated_at: 'neutral',
  sequence: 'neutral',
};

/** @returns the appointment without the fields of the other member, because one of the two blocks the other */
function hideOther(appointment: Appointment): Appointment {
  const { is_owner: isOwner } = appointment;
  const own = new Set<Source>(['neutral', isOwner ? 'owner' : 'requester']);
  if (isHost(appointment, isOwner)) own.add('host');
  const hidden = Object.entries(SOURCES).filter(([, source]) => !own.has(source));
  return { ...appointment, ...Object.fromEntries(hidden.map(([name]) => [name, null])) };
}

/** Whether both members see the other's phone number and the place: from the agreement until 14 days after the day. */
const showsContact = (row: AppointmentRow, today: string): boolean =>
  isAgreed(row) && today <= addDays(takesPlaceOn(row), REPORT_DAYS);

function distanceOf({ town, requester_town }: AppointmentRow): number | null {
  const [there, from] = [findTown(town), findTown(requester_town ?? '')];
  return there && from ? Math.round(distanceKm(there, from)) : null;
}

/** Both reports, when their amounts differ. */
function reportsOf(row: AppointmentRow, isOwner: boolean): Appointment['reports'] {
  const { owner_result, owner_kg, requester_result, requester_kg } = row;
  if (!isDiffering(row) || owner_result === null || requester_result === null) return null;
  const owner = { result: owner_result, kg: owner_kg ?? 0 };
  const requester = { result: requester_result, kg: requester_kg ?? 0 };
  return isOwner ? { own: owner, other: requester } : { own: requester, other: owner };
}

/** The interval of the agreement for each round, while it lasts. */
function standingOf(row: AppointmentRow): Appointment['standing'] {
  const { standing_id, repeat_weeks: weeks, repeat_from, standing_until: until } = row;
  if (standing_id === null || weeks === null || repeat_from === null || until === null) return null;
  return { standing_id, weeks, weekday: weekdayOf(repeat_from), until };
}

/** Whether the truck left while the pickup was only requested, as in `findJoinedTrip`. */
const isLeftBehind = (row: AppointmentRow, today: string): boolean =>
  isRequested(row) && row.trip_day !== null && row.trip_day < today;

/** The requester's relation to a truck. */
function onTruck(row: AppointmentRow, today: string): OnTruck {
  const { trip_id, driver_id, requester_id, stop_of } = row;
  if (trip_id === null) return stop_of === null ? 'none' : 'looks';
  if (isLeftBehind(row, today)) return 'none';
  return driver_id === requester_id ? 'drives' : 'goes';
}

/** @returns the acts of the viewer, without those that depend on more than the row */
const ownActs = (ctx: Ctx, row: AppointmentRow, isOwner: boolean): AppointmentAct[] =>
  actsOf(factsOf(ctx, row, isOwner, onTruck(row, regionDay(ctx.now())))).filter((act) => {
    if (act === 'skip' || act === 'stop') return row.standing_agreed_at !== null;
    // A block also prevents messages to the blocked member.
    return act !== 'message' || row.is_other_visible;
  });

/** The shared truck that carries the load, or whose driver is the viewer. */
function truckOf(ctx: Ctx, row: AppointmentRow): Appointment['truck'] {
  const { trip_id, trip_unit: unit, trip_left: amount_left } = row;
  const today = regionDay(ctx.now());
  if (trip_id === null || unit === null || amount_left === null) return null;
  if (!row.is_driver_visible || isLeftBehind(row, today)) return null;
  const is_driver = row.driver_id === requireViewer(ctx).id;
  const isShown = !is_driver && showsContact(row, today);
  return { trip_id, unit, amount_left, is_driver, phone: isShown ? row.driver_phone : null };
}

/** The contact details that the members exchange, while they are visible. */
const contactOf = (row: AppointmentRow, today: string) =>
  showsContact(row, today)
    ? { phone: row.contact_phone, place: row.place }
    : { phone: null, place: null };

/** Data that is not in the row. */
interface Beside {
  record: Appointment['record'];
  /** whether no block exists between the driver and the steward who acts for the viewer */
  isTruckShown: boolean;
}

/** The fields that both members see alike. */
const toShared = (row: AppointmentRow) => ({
  appointment_id: row.id,
  ...whatOf(row),
  post_id: row.post_id,
  title: row.title,
  picture: row.image_key && largestImageUrl(row.image_key),
  status: row.status,
  price_centavos: row.price_centavos,
  is_taken: Boolean(row.is_taken),
  town: row.town,
  day: row.day,
  takes_place_on: takesPlaceOn(row),
  vehicle: row.vehicle,
  note: row.note,
  reason: row.reason,
  requester_town: row.requester_town,
  distance_km: distanceOf(row),
  kg: row.kg,
  standing: standingOf(row),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  sequence: row.sequence,
});

/** An appointment, as the viewer, one of its members, sees it. */
function toAppointment(
  ctx: Ctx,
  row: AppointmentRow,
  { record, isTruckShown }: Beside,
): Appointment {
  const { id: viewerId } = requireViewer(ctx);
  const is_owner = row.owner_id === viewerId;
  const coming = is_owner ? row.owner_coming : row.requester_coming;
  const appointment: Appointment = {
    ...toShared(row),
    role: is_owner === (row.kind !== 'need') ? 'giving' : 'taking',
    is_owner,
    account: accountOf(row),
    record,
    ...contactOf(row, regionDay(ctx.now())),
    is_coming: coming === null ? null : coming === 1,
    has_outcome: (is_owner ? row.owner_result : row.requester_result) !== null,
    reports: reportsOf(row, is_owner),
    truck: isTruckShown ? truckOf(ctx, row) : null,
    acts: ownActs(ctx, row, is_owner),
  };
  if (row.is_other_visible) return appointment;
  const isOwnReason = row.ended_by === viewerId;
  return { ...hideOther(appointment), reason: isOwnReason ? row.reason : null };
}

/** Appointments, as the viewer, a member of each, sees them. */
export async function toAppointments(ctx: Ctx, rows: AppointmentRow[]): Promise<Appointment[]> {
  const open = rows.filter((row) => hasFigures(row) && isOpen(row));
  const records = await getRecords(
    ctx,
    open.flatMap(({ member_id }) => member_id ?? []),
  );
  const shown = new Set(await withoutHidden(ctx, rows, ({ driver_id }) => [driver_id]));
  return rows.map((row) => {
    const record = open.includes(row) ? (records.get(row.member_id ?? '') ?? null) : null;
    return toAppointment(ctx, row, { record, isTruckShown: shown.has(row) });
  });
}

/** @returns an appointment of the viewer */
export async function getAppointment(ctx: Ctx, id: string): Promise<Appointment> {
  const row = await findOwn(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('pickup');
  const [appointment] = await toAppointments(ctx, [row]);
  if (!appointment) throw notFound('pickup');
  return appointment;
}
