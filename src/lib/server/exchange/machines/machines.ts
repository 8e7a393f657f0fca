// The machines of services, and their free half days (docs/decisions/0092-machines.md).
import {
  type AwayInput,
  type HalfDay,
  HUNDREDTHS,
  type Machine,
  type MachineInput,
  type MachineWeek,
  type Slot,
} from '#lib/contract/exchange/machines.ts';
import { endHalfDaysOfPost } from '#lib/server/exchange/appointments/end.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { listOpenOf, listRequested } from '#lib/server/exchange/appointments/queries.ts';
import * as queries from '#lib/server/exchange/stock/machine-queries.ts';
import {
  bookableWeeks,
  checkWeek,
  daysOf,
  firstWeek,
  freeSlots,
  isReady,
  toMachine,
} from '#lib/server/exchange/stock/machine.ts';
import {
  doOverlap,
  halvesOf,
  isOver,
  isWholeDay,
  listTaken,
  neededBy,
  slotOf,
  slotsOf,
  slotsToCome,
  type TakenSlot,
} from '#lib/server/exchange/stock/parts-of-days.ts';
import { inOwnPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, HalfDayAppointment, MachineTable } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

export const LIMITS = defineLimits({
  changeMachine: { what: "a member's changes of their machines", points: 120, seconds: 600 },
});

/** A service of the viewer, for the list of bookable machines. */
interface OwnService {
  post_id: string;
  title: string;
  hasMachine: boolean;
}

/** Lists the viewer's open services: each may have a machine. */
export async function listOwnServices(ctx: Ctx): Promise<OwnService[]> {
  const rows = await queries.listOwnServices(ctx.db, requireViewer(ctx).id, regionDay(ctx.now()));
  return rows.map(({ post_id, title, machine }) => ({
    post_id,
    title,
    hasMachine: machine !== null,
  }));
}

/** A service, as its page shows it. */
export interface Service {
  post_id: string;
  title: string;
  /** PSGC code */
  town: string;
  is_owner: boolean;
  /** null until the owner describes the machine */
  machine: Machine | null;
}

/** Finds a service that has a machine, or belongs to the viewer. */
export async function getService(ctx: Ctx, postId: string): Promise<Service> {
  const row = await queries.findService(ctx.db, ctx.viewer?.id ?? null, postId);
  const is_owner = row !== undefined && row.author_id === ctx.viewer?.id;
  const machine = row ? toMachine(ctx, row) : null;
  if (!row || !(machine || is_owner)) throw notFound('machine');
  return { post_id: row.post_id, title: row.title, town: row.town, is_owner, machine };
}

/** @returns the machine of a listing; null without one */
export async function findListedMachine(ctx: Ctx, postId: string): Promise<Machine | null> {
  const row = await queries.findService(ctx.db, ctx.viewer?.id ?? null, postId);
  return row ? toMachine(ctx, row) : null;
}

/** The bookings and requests of a half or whole day. */
interface Known {
  /** the slot that makes it unavailable */
  taken: TakenSlot | undefined;
  /** requests for it */
  requests: HalfDayAppointment[];
  /** agreed bookings: at most one */
  agreed: HalfDayAppointment[];
}

function stateOf(
  ctx: Ctx,
  row: queries.ServiceRow,
  slot: Slot,
  { taken, requests }: Known,
): HalfDay['state'] {
  if (isOver(ctx, slot)) return 'over';
  if (taken) return taken.appointment_id === null ? 'away' : 'booked';
  if (!isReady(row, slot.day)) return 'closed';
  return requests.length > 0 ? 'requested' : 'free';
}

/** @returns the viewer's own booking; for the owner, the agreed one, or else the first request */
function bookingOf(viewerId: string, isOwner: boolean, { taken, requests, agreed }: Known) {
  if (isOwner) return taken?.appointment_id ?? requests[0]?.id ?? null;
  const isMine = ({ requester_id }: HalfDayAppointment) => requester_id === viewerId;
  return (requests.find(isMine) ?? agreed.find(isMine))?.id ?? null;
}

/**
 * Reads the bookings and requests for the days of a machine.
 * @param taken its taken parts of days
 */
async function readKnown(ctx: Ctx, postId: string, days: queries.Days, taken: TakenSlot[]) {
  const open = await listOpenOf(ctx.db, postId, days);
  return (slot: Slot): Known => {
    const own = taken.filter((each) => doOverlap(each, slot));
    const { requested = [], agreed = [] } = Object.groupBy(
      open.filter((each) => doOverlap(slotOf(each), slot)),
      ({ status }) => status,
    );
    return {
      // One half of a booked whole day may be marked as away.
      taken: own.find(({ appointment_id }) => appointment_id !== null) ?? own[0],
      requests: requested,
      agreed,
    };
  };
}

/**
 * Gets a week of a machine.
 * @param week null for the current week; on Saturday and Sunday, for the next one
 */
export async function getMachineWeek(
  ctx: Ctx,
  postId: string,
  { week: given }: { week: string | null },
): Promise<MachineWeek> {
  const { id: viewerId } = requireViewer(ctx);
  const week = given ?? firstWeek(ctx);
  checkWeek(ctx, week);
  const row = await queries.findService(ctx.db, viewerId, postId);
  const machine = row && toMachine(ctx, row);
  if (!machine) throw notFound('machine');
  const is_owner = row.author_id === viewerId;
  const weeks = bookableWeeks(ctx);
  const taken = await listTaken(ctx.db, [postId], daysOf(weeks));
  const knownOf = await readKnown(ctx, postId, daysOf([week]), taken);
  const half_days = slotsOf(machine, week).map((slot): HalfDay => {
    const known = knownOf(slot);
    return {
      day: slot.day,
      half: slot.half,
      state: stateOf(ctx, row, slot, known),
      requests: known.requests.length,
      appointment_id: bookingOf(viewerId, is_owner, known),
    };
  });
  const [next_free = null] = freeSlots(row, slotsToCome(ctx, machine, weeks), taken);
  return { machine, is_owner, week, next_free, half_days };
}

/** Everyone sees the machine in its listing, and what is free in the weeks ahead. */
const inOwnServiceTransaction = async (
  ctx: Ctx,
  postId: string,
  work: (tx: Executor) => Promise<void>,
): Promise<void> => {
  await ctx.limits.consume(LIMITS.changeMachine, actingIdOf(ctx));
  await inOwnPostTransaction(ctx, postId, work);
};

/** Sets or replaces the machine of the viewer's own service. */
export async function putMachine(ctx: Ctx, postId: string, input: MachineInput): Promise<Machine> {
  const { id } = requireViewer(ctx);
  await inOwnServiceTransaction(ctx, postId, async (tx) => {
    if (!(await queries.findService(tx, id, postId))) throw new AppError('machine_needs_service');
    const a_day = Math.round(input.a_day * HUNDREDTHS);
    await queries.putMachine(tx, { ...input, post_id: postId, a_day, created_at: ctx.now() });
  });
  const { machine } = await getService(ctx, postId);
  if (!machine) throw notFound('machine');
  return machine;
}

/** Removes the machine of a service, and calls off its bookings. @returns whether there was one */
export async function endMachine(ctx: Ctx, tx: Executor, postId: string): Promise<boolean> {
  await endHalfDaysOfPost(ctx, tx, postId);
  return queries.deleteMachine(tx, postId);
}

/** Removes the machine of the viewer's own service: its bookings are called off. */
export const removeMachine = (ctx: Ctx, postId: string): Promise<void> =>
  inOwnServiceTransaction(ctx, postId, async (tx) => {
    if (!(await endMachine(ctx, tx, postId))) throw notFound('machine');
  });

/** @returns the half days in which a machine is away, without duplicates */
function toAway(post_id: string, away: Slot[], isWhole: boolean) {
  const halves = away.flatMap(({ day, half }) =>
    halvesOf(isWhole ? 'day' : half).map((each) => ({ post_id, day, half: each })),
  );
  const each = new Map(halves.map((one) => [`${one.day}.${one.half}`, one]));
  return [...each.values()].map((one) => Object.assign(one, { appointment_id: null }));
}

/** Notifies members whose requests need a part of a day that is no longer free, or free again. */
async function notifyOfAway(
  ctx: Ctx,
  tx: Executor,
  change: { machine: MachineTable; waiting: HalfDayAppointment[]; before: Slot[]; after: Slot[] },
): Promise<void> {
  for (const booking of change.waiting) {
    const slot = neededBy(booking, change.machine);
    const isTakenBy = (slots: Slot[]) => slots.some((each) => doOverlap(each, slot));
    const [was, is] = [isTakenBy(change.before), isTakenBy(change.after)];
    if (was === is || isOver(ctx, slot)) continue;
    const news = is ? 'taken' : 'freed';
    await notifyOf(ctx, tx, booking, { to: booking.requester_id, news });
  }
}

/** Sets the future half days of a week when the viewer's own machine is away; replaces earlier ones. */
export async function setAway(ctx: Ctx, postId: string, { week, away }: AwayInput): Promise<void> {
  checkWeek(ctx, week);
  const days = daysOf([week]);
  if (away.some(({ day }) => day < days.from || day > days.until))
    throw fieldError('away', 'week_invalid');
  await inOwnServiceTransaction(ctx, postId, async (tx) => {
    // As when a booking is called off: of two calls that free a part each, the second sees the first.
    await lockRows(tx, 'machines', [postId]);
    const machine = await queries.findMachine(tx, postId);
    if (!machine) throw notFound('machine');
    const before = await listTaken(tx, [postId], days);
    await queries.deleteAway(tx, postId, days);
    const rows = toAway(postId, away, isWholeDay(machine));
    // A unique key cannot check this: a booked whole day has only the row of its morning.
    const booked = before.filter(({ appointment_id }) => appointment_id !== null);
    if (rows.some((row) => booked.some((each) => doOverlap(each, row))))
      throw new AppError('half_day_booked');
    if (rows.length > 0) await queries.insertHalfDays(tx, rows);
    const waiting = await listRequested(tx, postId, days);
    await notifyOfAway(ctx, tx, { machine, waiting, before, after: [...booked, ...rows] });
  });
}
