// How bookings end, and who hears of a half day that is free again.
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { BookingTable, Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import type { BookingNews } from '#lib/server/platform/notification-events.ts';
import { regionDay } from '#lib/site.ts';

import { daysToCome, doOverlap, isOver, listTaken, neededBy } from './parts-of-days.ts';
import * as queries from './queries.ts';

/** @returns the other of the two */
export const otherOf = (
  { owner_id, requester_id }: Pick<BookingTable, 'owner_id' | 'requester_id'>,
  memberId: string,
): string => (owner_id === memberId ? requester_id : owner_id);

/** Notifies a member of what happened to a booking, and a person of what their steward did to it. */
export async function notifyOfBooking(
  services: Services & Partial<Ctx>,
  tx: Executor,
  booking: BookingTable,
  { to, news }: { to: string; news: BookingNews },
): Promise<void> {
  const { id, stewardId } = services.viewer ?? {};
  const happened = { event: 'booking_changed', booking, news } as const;
  await services.notify(tx, { ...happened, to, actorId: id ?? null });
  // Of others' bookings, as of those that wait for the half day, they hear nothing.
  const isTheirs = id === booking.owner_id || id === booking.requester_id;
  if (stewardId !== undefined && id !== undefined && isTheirs && id !== to)
    await services.notify(tx, { ...happened, to: id, actorId: stewardId });
}

/**
 * Notifies those who wait for the same half day, or a part of it, until theirs is over: that it is free, once nothing has a part of
 * what they need.
 */
export async function notifyWaiting(
  services: Services & Partial<Ctx>,
  tx: Executor,
  booking: BookingTable,
  news: 'freed' | 'taken',
): Promise<void> {
  const { id, post_id, day } = booking;
  if (post_id === null) return;
  // Of two that are called off at once, the second sees that the first has nothing any more.
  if (news === 'freed') await lockRows(tx, 'machines', [post_id]);
  const machine = await queries.findMachine(tx, post_id);
  const slot = neededBy(booking, machine);
  const days = { from: day, until: day };
  // Where the machine makes fewer trips than before, two have a part each of what one needs.
  const taken = news === 'freed' ? await listTaken(tx, [post_id], days) : [];
  for (const other of await queries.listRequested(tx, post_id, days)) {
    const needed = neededBy(other, machine);
    const isTaken = taken.some((each) => doOverlap(each, needed));
    const isWaiting = other.id !== id && doOverlap(needed, slot) && !isOver(services, needed);
    if (isWaiting && !isTaken)
      await notifyOfBooking(services, tx, other, { to: other.requester_id, news });
  }
}

/** Takes the machine off a service, and calls off what is booked of it. @returns whether there was one */
export async function endMachine(ctx: Ctx, tx: Executor, postId: string): Promise<boolean> {
  await endBookings(ctx, tx, { postId }, 'deleted');
  return queries.deleteMachine(tx, postId);
}

/** Calls off a booking that has not ended. @returns whether it had not */
export async function callOff(
  services: Services & Partial<Ctx>,
  tx: Executor,
  booking: BookingTable,
  { by, reason = null }: { by: string | null; reason?: string | null },
): Promise<boolean> {
  const ended = { ended_by: by, reason, updated_at: services.now() };
  if (!(await queries.callOffBooking(tx, booking.id, ended))) return false;
  if (await queries.freeHalfDay(tx, booking.id))
    await notifyWaiting(services, tx, booking, 'freed');
  return true;
}

const BATCH_SIZE = 100;

/** Ends a question, unless another server, or one of the two, was faster. @returns whether this call did */
const endUnanswered = (services: Services, booking: BookingTable): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    const ended = { status: 'called_off' as const, updated_at: services.now() };
    if (!(await queries.changeBooking(tx, booking.id, ['requested'], ended))) return false;
    const { owner_id, requester_id: actorId } = booking;
    const happened = { event: 'booking_changed', booking } as const;
    await services.notify(tx, { ...happened, news: 'unanswered', to: actorId, actorId: null });
    await services.notify(tx, { ...happened, news: 'lapsed', to: owner_id, actorId });
    return true;
  });

/**
 * Ends the questions whose half day is over: both hear.
 * @returns how many
 */
export async function endPastBookings(services: Services): Promise<number> {
  let ended = 0;
  for (;;) {
    const due = await queries.listUnanswered(services.db, daysToCome(services), BATCH_SIZE);
    for (const booking of due) if (await endUnanswered(services, booking)) ended += 1;
    if (due.length < BATCH_SIZE) return ended;
  }
}

/**
 * Calls off the coming bookings of a post, of a member or between two, and notifies who waits for them.
 * @param news `deleted` with a post or its machine, `left` by a member who leaves, `ended` by a block
 */
export async function endBookings(
  services: Services & Partial<Ctx>,
  tx: Executor,
  ending: queries.Ending,
  news: 'deleted' | 'left' | 'ended',
): Promise<void> {
  const by = 'memberId' in ending ? ending.memberId : null;
  const open = await queries.listOpen(tx, ending, regionDay(services.now()));
  // First those that wait, so that none hears of a half day that is free when all end.
  const inOrder = open.toSorted((a, b) => b.status.localeCompare(a.status, 'en'));
  for (const booking of inOrder) {
    if (!(await callOff(services, tx, booking, { by }))) continue;
    const to = by === null ? booking.requester_id : otherOf(booking, by);
    await notifyOfBooking(services, tx, booking, { to, news });
  }
}
