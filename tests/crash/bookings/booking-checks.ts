// Invariants of bookings, half days, trips and their stops in the database, whenever a server was killed.
import type { Executor, HalfDayAppointment, HalfDayTable } from '#lib/server/platform/db/schema.ts';

import type { Stage } from './booking-members.ts';
import { type Rows, slotKey } from './booking-rows.ts';

/** Reads all rows that a round has changed. */
export async function readRows(
  db: Executor,
  { lenders, borrowers, driver, loads }: Stage,
): Promise<Rows> {
  const posts = lenders.map(({ postId }) => postId);
  const members = [...lenders, ...borrowers, driver, ...loads].map(({ id }) => id);
  const own = [driver, ...loads].map(({ pickupId }) => pickupId);
  const notices = await db
    .selectFrom('member_notifications')
    .where('member_id', 'in', members)
    .select(['message', 'details'])
    .execute();
  return {
    bookings: await db
      .selectFrom('appointments')
      .where('post_id', 'in', posts)
      .where('subject', '=', 'half_day')
      .selectAll()
      .$castTo<HalfDayAppointment>()
      .execute(),
    halfDays: await db.selectFrom('half_days').where('post_id', 'in', posts).selectAll().execute(),
    trips: await db.selectFrom('trips').where('appointment_id', 'in', own).selectAll().execute(),
    stops: await db
      .selectFrom('trip_stops')
      .where('appointment_id', 'in', own)
      .selectAll()
      .execute(),
    pickups: await db.selectFrom('appointments').where('id', 'in', own).selectAll().execute(),
    notices: notices.map(({ message, details }) => ({
      message,
      booking: JSON.parse(details ?? '{}').booking,
    })),
    deliveries: await db
      .selectFrom('deliveries')
      .where('member_id', 'in', members)
      .selectAll()
      .execute(),
  };
}

/** @returns an error for each key that occurs more than once */
const twice = <T>(what: string, list: T[], keyOf: (each: T) => string): string[] =>
  [...Map.groupBy(list, keyOf)]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => `${all.length} times ${what}: ${key}`);

type OfSlot = Pick<HalfDayTable, 'day' | 'half'> & { post_id: string | null };
const slotOf = (row: OfSlot): string => `${row.post_id} ${slotKey(row)}`;

/** A half day has at most one agreement, and each agreement has its half day. */
function checkHalfDays({ bookings, halfDays }: Rows): string[] {
  const agreed = bookings.filter(({ status }) => status === 'agreed');
  const open = bookings.filter(({ status }) => status === 'agreed' || status === 'requested');
  const has = new Set(agreed.map((each) => `${each.id} ${slotOf(each)}`));
  const taken = new Set(
    halfDays.flatMap((each) =>
      each.appointment_id ? [`${each.appointment_id} ${slotOf(each)}`] : [],
    ),
  );
  return [
    ...twice('agreed', agreed, slotOf),
    ...twice('open', open, (each) => `${slotOf(each)} ${each.requester_id}`),
    ...twice('stored', bookings, ({ note }) => `the request ${note}`),
    ...[...has.difference(taken)].map((each) => `agreed without its half day: ${each}`),
    ...[...taken.difference(has)].map((each) => `taken by what is not agreed: ${each}`),
  ];
}

/** Each change of a booking has exactly one notification, and so do the members who wait. */
function checkBookingNotices({ bookings, notices }: Rows): string[] {
  const counts = Map.groupBy(notices, ({ message, booking }) => `${message} ${booking}`);
  const count = (news: string, { id }: HalfDayAppointment) =>
    counts.get(`booking_${news} ${id}`)?.length ?? 0;
  return bookings.flatMap((booking) => {
    const { id, status } = booking;
    const agreements = count('agreed', booking);
    const isRight =
      count('requested', booking) === 1 &&
      count('declined', booking) === Number(status === 'declined') &&
      count('calledOff', booking) === Number(status === 'called_off') &&
      (status === 'called_off' ? agreements <= 1 : agreements === Number(status === 'agreed')) &&
      // An agreement or the owner takes a half day, which is later free again.
      Math.abs(count('taken', booking) - count('freed', booking)) <= 1;
    return isRight ? [] : [`booking ${id}, which is ${status}, has not its notifications`];
  });
}

/** A truck carries what was taken of its room; each of its members has joined, and neither left nor was removed. */
function checkTrips({ trips, stops, pickups, notices }: Rows): string[] {
  const open = trips.filter(({ ended_at }) => ended_at === null);
  const count = (news: string) =>
    notices.filter(({ message }) => message === `pickup_${news}`).length;
  const expected = count('tripJoined') - count('tripLeft') - count('tripOff');
  const on = stops.filter(({ trip_id }) => trip_id !== null);
  const off = new Set(pickups.flatMap(({ id, status }) => (status === 'agreed' ? [] : [id])));
  return [
    ...twice('open', open, ({ appointment_id }) => `the trip of ${appointment_id}`),
    ...(on.length === expected ? [] : [`${on.length} on trucks, ${expected} by notifications`]),
    ...stops.flatMap(({ appointment_id }) =>
      off.has(appointment_id) ? [`${appointment_id} is off, yet goes`] : [],
    ),
    ...trips.flatMap(({ id, amount, amount_left, ended_at }) => {
      const own = on.filter(({ trip_id }) => trip_id === id);
      const sum = own.reduce((all, each) => all + (each.amount ?? 0), 0);
      if (ended_at !== null) return own.length > 0 ? [`trip ${id} is off with ${sum} on it`] : [];
      return amount_left + sum === amount
        ? []
        : [`trip ${id}: ${amount_left} and ${sum} of ${amount}`];
    }),
  ];
}

/** @returns an error for each row that is duplicated, partial or too much */
export const checkRows = (rows: Rows): string[] => [
  ...checkHalfDays(rows),
  ...checkBookingNotices(rows),
  ...checkTrips(rows),
  ...twice('queued', rows.deliveries, ({ notification_id, member_id, channel, device_id }) =>
    [notification_id, member_id, channel, device_id].join(' '),
  ),
];
