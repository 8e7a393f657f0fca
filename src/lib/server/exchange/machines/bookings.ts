// Bookings of half days: requested, agreed to, called off. Of two agreements the database lets one have the half day
// (docs/decisions/0092-machines.md).
import { addDays } from '#lib/contract/days.ts';
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import {
  type Booking,
  type BookingCallOff,
  type BookingInput,
  type BookingList,
  HUNDREDTHS,
  type Slot,
} from '#lib/contract/exchange/machines.ts';
import { REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import {
  type ActOfBoth,
  actsOfHalfDay,
  type Facts,
  isAgreed,
  ofHalfDay,
  requireAct,
  ruleOf,
} from '#lib/server/exchange/appointments/acts.ts';
import { getAuthorId, inPostTransaction } from '#lib/server/forum/posts/change-post.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import { lockViewer, type WriteOptions } from '#lib/server/people/viewer/service.ts';
import { type Ctx, handOf, requireViewer } from '#lib/server/platform/context.ts';
import type { BookingTable, Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { callOff, notifyOfBooking, notifyWaiting, otherOf } from './end-bookings.ts';
import { isReady, kmBetween, machineWeeks, toMachine } from './machines.ts';
import {
  doOverlap,
  isOver,
  listTaken,
  neededBy,
  partFor,
  partOf,
  slotOf,
  toStored,
} from './parts-of-days.ts';
import * as queries from './queries.ts';

export const LIMITS = defineLimits({
  requestBooking: { what: "a member's questions for a machine", points: 30, seconds: 86_400 },
  changeBooking: { what: "a member's changes of bookings", points: 120, seconds: 600 },
});

/** @returns what the table of acts asks of a booking (`acts.ts`) */
const factsOf = (ctx: Ctx, row: BookingTable, isOwner: boolean): Facts =>
  ofHalfDay(row, { today: regionDay(ctx.now()), hasStarted: isOver(ctx, slotOf(row)), isOwner });

/** @returns what the other gave, unless one of the two blocks the other */
function othersPart(ctx: Ctx, row: queries.BookingRow, isOwner: boolean) {
  const { id } = requireViewer(ctx);
  const isShown = row.is_other_visible;
  const isReached = isAgreed(row) && regionDay(ctx.now()) <= addDays(row.day, REPORT_DAYS);
  return {
    post_id: isShown || isOwner ? row.post_id : null,
    title: isShown || isOwner ? row.title : null,
    note: isShown || !isOwner ? row.note : null,
    reason: isShown || row.ended_by === id ? row.reason : null,
    phone: isShown && isReached ? row.contact_phone : null,
  };
}

/** A booking as the viewer, who is one of the two, sees it. */
function toBooking(ctx: Ctx, row: queries.BookingRow): Booking {
  const is_owner = row.owner_id === requireViewer(ctx).id;
  return {
    booking_id: row.id,
    is_owner,
    status: row.status,
    machine: row.machine,
    unit: row.unit,
    amount: row.amount / HUNDREDTHS,
    price_centavos: row.price_centavos,
    day: row.day,
    half: partOf(row),
    town: row.town,
    is_taken: row.status === 'requested' && Boolean(row.is_taken),
    account: row.is_other_visible ? accountOf(row) : null,
    acts: actsOfHalfDay(factsOf(ctx, row, is_owner)),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    sequence: row.sequence,
    ...othersPart(ctx, row, is_owner),
  };
}

/** @throws AppError booking_not_found */
export async function getBooking(ctx: Ctx, id: string): Promise<Booking> {
  const row = await queries.findBooking(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('booking');
  return toBooking(ctx, row);
}

type Listed = Awaited<ReturnType<typeof queries.listBookings>>[number];

/** Mornings come first. */
const byTime = (a: Listed, b: Listed): number =>
  a.day.localeCompare(b.day) || b.half.localeCompare(a.half) || a.id.localeCompare(b.id);

/** Lists the viewer's bookings, of their own machines and of others'; in the place of a member as trips are. */
export async function listBookings(
  ctx: Ctx,
  { state }: { state: 'open' | 'ended' },
): Promise<BookingList> {
  const { id } = requireViewer(ctx);
  const isOpen = state === 'open';
  const found = await queries.listBookings(ctx.db, id, isOpen, regionDay(ctx.now()));
  const rows = isOpen ? found.toSorted(byTime) : found;
  const shown = await withoutHidden(ctx, rows, ({ owner_id, requester_id }) => [
    owner_id,
    requester_id,
  ]);
  return { bookings: shown.map((row) => toBooking(ctx, row)) };
}

/** Lists all of them, for a file. */
export const listAllBookings = async (ctx: Ctx, list: ListQuery): Promise<Booking[]> =>
  (await queries.listAllBookings(ctx.db, requireViewer(ctx).id, list)).map((row) =>
    toBooking(ctx, row),
  );

/** @throws AppError about `day` or `town` */
function checkInput(ctx: Ctx, input: BookingInput): void {
  if (input.day > addDays(machineWeeks(ctx).until, 6)) throw fieldError('day', 'half_day_too_late');
  if (!isTown(input.town)) throw fieldError('town', 'town_invalid');
}

/** Lists what takes a part of a day of a machine. */
const findTaken = async (tx: Executor, postId: string, slot: Slot) =>
  (await listTaken(tx, [postId], { from: slot.day, until: slot.day })).filter((each) =>
    doOverlap(each, slot),
  );

/**
 * Finds the machine that a member asks for, and checks that it can do what is requested.
 * @returns it with the part of the day, as it is stored
 * @throws AppError machine_not_found, listing_not_open, half_day_away, and about `day`, `half`, `town` or `amount`
 */
async function findWanted(
  ctx: Ctx,
  tx: Executor,
  { post_id, town, amount, ...wanted }: BookingInput,
) {
  const row = await queries.findService(tx, requireViewer(ctx).id, post_id);
  const machine = row && toMachine(ctx, row);
  if (!machine) throw notFound('machine');
  if (!isActive(row.status) || row.until < regionDay(ctx.now()))
    throw new AppError('listing_not_open');
  const km = kmBetween(machine.town, town);
  if (km === null || km > machine.reach_km)
    throw fieldError('town', 'out_of_reach', {
      value: townName(machine.town) ?? '',
      maximum: machine.reach_km,
    });
  if (amount > machine.a_half_day)
    throw fieldError('amount', 'more_than_half_day', { maximum: machine.a_half_day });
  if (machine.unit === 'trip' && !Number.isInteger(amount))
    throw fieldError('amount', 'work_out_of_range');
  const half = partFor(machine, wanted.half);
  if (half === null) throw fieldError('half', 'half_invalid');
  const slot = { day: wanted.day, half };
  if (isOver(ctx, slot)) throw fieldError('day', 'half_day_over');
  const taken = await findTaken(tx, post_id, slot);
  const isAway = taken.some(({ booking_id }) => booking_id === null) || !isReady(row, slot.day);
  if (isAway) throw fieldError('day', 'half_day_away');
  const { unit, price_centavos } = machine;
  return { post_id, machine: machine.machine, unit, price_centavos, ...toStored(half) };
}

/**
 * Stores that the viewer asks for a half day of another's machine.
 * @throws AppError own_machine, booking_exists, contact_required, and as `findWanted`
 */
async function insertRequest(
  ctx: Ctx,
  tx: Executor,
  input: BookingInput,
  ids: Pick<BookingTable, 'id' | 'owner_id'>,
): Promise<void> {
  const { id: requester_id } = requireViewer(ctx);
  if (ids.owner_id === requester_id) throw new AppError('own_machine');
  // First: what is sent again hears that it is there, whatever has changed since.
  const own = { ...input, ...toStored(input.half) };
  if (await queries.findOpenBooking(tx, requester_id, own)) throw new AppError('booking_exists');
  const wanted = await findWanted(ctx, tx, input);
  await requirePhone(ctx, tx);
  const at = ctx.now();
  const booking: BookingTable = {
    ...wanted,
    ...ids,
    requester_id,
    amount: Math.round(input.amount * HUNDREDTHS),
    town: input.town,
    note: input.note || null,
    day: input.day,
    status: 'requested',
    ended_by: null,
    reason: null,
    created_at: at,
    updated_at: at,
    agreed_at: null,
    sequence: 0,
  };
  await queries.insertBooking(tx, booking);
  await notifyOfBooking(ctx, tx, booking, { to: ids.owner_id, news: 'requested' });
}

/**
 * Asks the owner of a machine for a half day. Several may ask for the same one: it is for its owner to choose, and those
 * who wait hear when it is free again.
 * @throws AppError post_not_found, own_machine, machine_not_found, listing_not_open, booking_exists, half_day_away,
 *   contact_required, rate_limited, and about fields
 */
export async function requestBooking(ctx: Ctx, input: BookingInput): Promise<Booking> {
  checkInput(ctx, input);
  await ctx.limits.consume(LIMITS.requestBooking, handOf(ctx));
  const id = newId();
  // With the owner, so that the machine is not removed in between.
  const alsoLocks = await getAuthorId(ctx, ctx.db, input.post_id);
  try {
    const options = { invalidates: [], alsoLocks };
    await inPostTransaction(ctx, input.post_id, options, (tx, owner_id) =>
      insertRequest(ctx, tx, input, { id, owner_id }),
    );
  } catch (error) {
    throw isUniqueViolation(error, 'bookings_open_idx') ? new AppError('booking_exists') : error;
  }
  return getBooking(ctx, id);
}

/** @returns the id of the viewer's open booking of a half day; null when there is none */
export const findOpenBooking = (ctx: Ctx, slot: Pick<BookingInput, 'post_id' | 'day' | 'half'>) =>
  queries.findOpenBooking(ctx.db, requireViewer(ctx).id, { ...slot, ...toStored(slot.half) });

/** The week pages show it, and the weeks ahead. */
const SHOWN = { invalidates: ['season' as const] };
// The other member is waiting: a suspended one may respond.
const ENDING = { ...SHOWN, allowsSuspended: true };

/** Whether the viewer has done it already, as where it is sent again. */
function isRepeated(booking: BookingTable, name: ActOfBoth, viewerId: string): boolean {
  const { by, to } = ruleOf(name);
  const doer = by === 'owner' ? booking.owner_id : booking.ended_by;
  return booking.status === to && doer === viewerId;
}

/**
 * Runs a transaction about a booking of the viewer's that has not ended. Repeating an act changes nothing.
 * @returns the booking after it
 * @throws AppError booking_not_found, booking_not_yours, booking_ended, rate_limited
 */
async function act(
  ctx: Ctx,
  id: string,
  name: ActOfBoth,
  options: typeof SHOWN & WriteOptions,
  work: (tx: Executor, booking: BookingTable) => Promise<boolean>,
): Promise<Booking> {
  const { id: viewerId } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changeBooking, handOf(ctx));
  await ctx.events.subjectSeen(ctx, { noun: 'booking', id });
  await transact(ctx, options, async (tx) => {
    await lockViewer(ctx, tx, options);
    const booking = await queries.findBookingRow(tx, id);
    const isOwner = booking?.owner_id === viewerId;
    if (!booking || !(isOwner || booking.requester_id === viewerId)) throw notFound('booking');
    if (isRepeated(booking, name, viewerId)) return;
    requireAct(name, factsOf(ctx, booking, isOwner));
    if (!(await work(tx, booking))) throw new AppError('booking_ended');
  });
  return getBooking(ctx, id);
}

/**
 * Agrees to a booking of the viewer's machine: the half day is the requester's then. Others who requested it wait.
 * @throws AppError booking_not_found, booking_not_yours, booking_ended, half_day_taken, contact_required, rate_limited
 */
export async function agreeToBooking(ctx: Ctx, id: string): Promise<Booking> {
  try {
    return await act(ctx, id, 'agree', SHOWN, async (tx, booking) => {
      const { post_id, day, half, requester_id } = booking;
      const machine = post_id === null ? undefined : await queries.findMachine(tx, post_id);
      if (post_id === null || !machine) return false;
      await requirePhone(ctx, tx);
      const now = ctx.now();
      const agreed = { status: 'agreed' as const, updated_at: now, agreed_at: now };
      if (!(await queries.changeBooking(tx, id, ['requested'], agreed))) return false;
      const taken = await findTaken(tx, post_id, neededBy(booking, machine));
      if (taken.length > 0) throw new AppError('half_day_taken');
      // Of two at once its key lets one have it.
      await queries.insertHalfDays(tx, [{ post_id, day, half, booking_id: id }]);
      await notifyOfBooking(ctx, tx, booking, { to: requester_id, news: 'agreed' });
      await notifyWaiting(ctx, tx, booking, 'taken');
      return true;
    });
  } catch (error) {
    throw isUniqueViolation(error, 'half_days_pkey') ? new AppError('half_day_taken') : error;
  }
}

/**
 * Says no to a booking of the viewer's machine.
 * @throws AppError booking_not_found, booking_not_yours, booking_ended, rate_limited
 */
export const declineBooking = (ctx: Ctx, id: string): Promise<Booking> =>
  act(ctx, id, 'decline', ENDING, async (tx, booking) => {
    const ended_by = requireViewer(ctx).id;
    const declined = { status: 'declined' as const, ended_by, updated_at: ctx.now() };
    if (!(await queries.changeBooking(tx, id, ['requested'], declined))) return false;
    await notifyOfBooking(ctx, tx, booking, { to: booking.requester_id, news: 'declined' });
    return true;
  });

/**
 * Calls a booking off, or takes the question back, until its day is over: the half day is free again, and those who wait
 * for it hear so.
 * @throws AppError booking_not_found, booking_ended, rate_limited
 */
export const callOffBooking = (
  ctx: Ctx,
  id: string,
  { reason }: BookingCallOff,
): Promise<Booking> =>
  act(ctx, id, 'call_off', ENDING, async (tx, booking) => {
    const by = requireViewer(ctx).id;
    if (!(await callOff(ctx, tx, booking, { by, reason }))) return false;
    await notifyOfBooking(ctx, tx, booking, { to: otherOf(booking, by), news: 'calledOff' });
    return true;
  });
