// What a member's list of appointments shows, of amounts and of half days.
import type { Listed } from '#lib/contract/exchange/appointments.ts';
import type { Pickup, PickupList } from '#lib/contract/exchange/pickups.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { regionDay } from '#lib/site.ts';

import { listBookings } from './half-day.ts';
import { listPickups } from './list-pickups.ts';
import { listTrucksOf } from './list-queries.ts';

/** What waits for whom. */
export interface Appointments {
  /** a question to the viewer, or how it went */
  toRespond: Listed[];
  /** agreed, the next first */
  next: Listed[];
  /** requested by the viewer */
  waiting: Listed[];
  nextCursor: string | null;
}

const HALVES = ['day', 'morning', 'afternoon'];

const momentOf = (listed: Listed): string =>
  'pickup' in listed
    ? listed.pickup.takes_place_on
    : `${listed.booking.day} ${HALVES.indexOf(listed.booking.half)}`;

const byMoment = (a: Listed, b: Listed): number => momentOf(a).localeCompare(momentOf(b), 'en');

/** Whether the viewer is to say how it went: from the day after on, as `countToDo`. */
const isToReport = ({ acts, has_outcome, takes_place_on }: Pickup, today: string): boolean =>
  acts.includes('outcome') && !has_outcome && takes_place_on < today;

function groupOf(listed: Listed, today: string): 'toRespond' | 'next' | 'waiting' {
  if ('booking' in listed) {
    const { acts, is_taken, status } = listed.booking;
    if (status === 'agreed') return 'next';
    return acts.includes('agree') && !is_taken ? 'toRespond' : 'waiting';
  }
  const { pickup } = listed;
  if (pickup.acts.includes('agree') || isToReport(pickup, today)) return 'toRespond';
  return pickup.status === 'requested' ? 'waiting' : 'next';
}

/** Of what is agreed for each round, the next stands for those after it. */
function foldRounds(pickups: Pickup[], today: string): { pickup: Pickup; later: Pickup[] }[] {
  const keyOf = (pickup: Pickup): string =>
    pickup.status === 'agreed' && pickup.standing && pickup.takes_place_on >= today
      ? pickup.standing.standing_id
      : pickup.appointment_id;
  return [...Map.groupBy(pickups, keyOf).values()].flatMap(([pickup, ...later]) =>
    pickup ? [{ pickup, later }] : [],
  );
}

// A member has fewer, but for a hub.
const FIRST = 50;

/** Lists the viewer's appointments that have not ended; half days are few, and on the first page. */
export async function listOpenAppointments(
  ctx: Ctx,
  { cursor }: Pick<PickupList, 'cursor'>,
): Promise<Appointments> {
  const today = regionDay(ctx.now());
  const page = await listPickups(ctx, { state: 'open', cursor, limit: FIRST });
  const { bookings } =
    cursor === null ? await listBookings(ctx, { state: 'open' }) : { bookings: [] };
  const folded = foldRounds(page.pickups, today);
  const ids = folded.map(({ pickup }) => pickup.appointment_id);
  const trucks = await listTrucksOf(ctx.db, requireViewer(ctx).id, ids);
  const listed: Listed[] = [
    ...folded.map(({ pickup, later }) => ({
      pickup,
      later,
      truck: trucks.find(({ appointment_id }) => appointment_id === pickup.appointment_id),
    })),
    ...bookings.map((booking) => ({ booking })),
  ];
  const groups = Map.groupBy(listed.toSorted(byMoment), (each) => groupOf(each, today));
  const of = (group: keyof Omit<Appointments, 'nextCursor'>) => groups.get(group) ?? [];
  return {
    toRespond: of('toRespond'),
    next: of('next'),
    waiting: of('waiting'),
    nextCursor: page.nextCursor,
  };
}

/** Lists those that have ended, the last first. */
export async function listPastAppointments(ctx: Ctx, list: PickupList) {
  const { pickups, nextCursor } = await listPickups(ctx, list);
  const { bookings } =
    list.cursor === null ? await listBookings(ctx, { state: 'ended' }) : { bookings: [] };
  const listed: Listed[] = [
    ...pickups.map((pickup) => ({ pickup, truck: undefined, later: [] })),
    ...bookings.map((booking) => ({ booking })),
  ];
  return { past: listed.toSorted(byMoment).toReversed(), nextCursor };
}
