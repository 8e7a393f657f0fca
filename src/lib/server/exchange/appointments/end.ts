// Ends appointments without an act of their members: after a block, a deletion, a member's leaving, or by the clock.
import { hasFigures } from '#lib/contract/exchange/subjects.ts';
import { daysToCome } from '#lib/server/exchange/stock/parts-of-days.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type {
  AppointmentTable,
  Executor,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { type ClockEnd, dueBefore, type End, isPossible } from './acts.ts';
import { changeAppointment } from './change.ts';
import { factsOf, isRequested, takesPlaceOn } from './facts.ts';
import { otherOf } from './notify.ts';
import {
  findStockOf,
  listAgreedBefore,
  listOpenOfMember,
  listOpenOfPost,
  listUnanswered,
  lockAppointment,
} from './queries.ts';
import {
  listStandingOf,
  listStandingOfMember,
  setStandingEnded,
} from './standing/standing-queries.ts';
import { endIfMissed } from './standing/standing.ts';
import { subjectOf } from './subjects/subjects.ts';

const BATCH_SIZE = 100;

/**
 * Whether an appointment can end this way now. Once it may have taken place, only its members can report the outcome.
 */
const canEnd = (services: Services, end: End, appointment: StoredAppointment): boolean =>
  isPossible(end, factsOf(services, appointment, false));

/** @returns the appointment's post if the recipient owns it: others can no longer see it */
const ownPost = ({ post_id, owner_id }: AppointmentTable, to: string | null): string | null =>
  to === owner_id ? post_id : null;

/** Ends agreements for each round. A round being created concurrently waits for the listing's lock, or sees the end. */
async function endAllStanding(
  { now }: Services,
  tx: Executor,
  all: { id: string; post_id: string }[],
  by: string,
): Promise<void> {
  for (const { id, post_id } of all) {
    await lockRows(tx, 'listings', [post_id]);
    await setStandingEnded(tx, id, { by, now: now() });
  }
}

/** The first of several appointments that end together carries the notification for all. */
type Notice = { more: string[] } | { news: null };

/** Requests for half days end before bookings: when all end, no one is notified of a free half day. */
const waits = (appointment: StoredAppointment): boolean =>
  !hasFigures(appointment) && isRequested(appointment);

const inOrder = (a: StoredAppointment, b: StoredAppointment): number =>
  Number(waits(b)) - Number(waits(a)) || (takesPlaceOn(a) < takesPlaceOn(b) ? -1 : 1);

/**
 * For pickups of one post, each member is notified once; half days have their own notifications. @param toOf the
 * recipient of an appointment's notification
 */
const groupByNotice = (
  ending: StoredAppointment[],
  toOf: (appointment: StoredAppointment) => string | null,
): ({ appointment: StoredAppointment } & Notice)[] => {
  const keyOf = (each: StoredAppointment) =>
    hasFigures(each) ? `${each.post_id ?? each.id} ${toOf(each)}` : each.id;
  const groups = Map.groupBy(ending.toSorted(inOrder), keyOf);
  return [...groups.values()].flatMap((group) => {
    const more = group.slice(1).map(({ id }) => id);
    return group.map((appointment, nth) =>
      nth === 0 ? { appointment, more } : { appointment, news: null },
    );
  });
};

/** Locks the appointments of a member that can end this way, or those with one other member. */
async function lockEnding(
  services: Services,
  tx: Executor,
  end: 'block' | 'leaving',
  ids: string[],
): Promise<StoredAppointment[]> {
  const ending: StoredAppointment[] = [];
  for (const id of ids) {
    const of = await findStockOf(tx, id);
    if (of) await subjectOf(of).lock(tx, of);
    const appointment = await lockAppointment(tx, id);
    if (appointment && canEnd(services, end, appointment)) ending.push(appointment);
  }
  return ending;
}

/** Calls off locked appointments of a member who blocks another, or leaves. */
async function endTogether(
  services: Services,
  tx: Executor,
  ending: StoredAppointment[],
  { end, by }: { end: 'block' | 'leaving'; by: string },
): Promise<void> {
  const toOf = (appointment: StoredAppointment) => otherOf(appointment, by);
  for (const { appointment: before, ...notice } of groupByNotice(ending, toOf)) {
    const stock = await subjectOf(before).lock(tx, before);
    // The truck of an earlier one may have moved it.
    const appointment = (await lockAppointment(tx, before.id)) ?? before;
    const link = ownPost(appointment, toOf(appointment));
    const change = { by, columns: { ended_by: by }, link };
    await changeAppointment(services, tx, { appointment, stock }, end, { ...change, ...notice });
  }
}

/**
 * Calls off future appointments between the viewer and another member, and notifies the other. The caller has locked
 * both members, so that no new appointment begins concurrently.
 */
export async function endAppointmentsBetween(
  ctx: Ctx,
  tx: Executor,
  otherId: string,
): Promise<void> {
  const { id } = requireViewer(ctx);
  await endAllStanding(ctx, tx, await listStandingOfMember(tx, id, otherId), id);
  const open = await listOpenOfMember(tx, id, otherId);
  const ending = await lockEnding(ctx, tx, 'block', open);
  await endTogether(ctx, tx, ending, { end: 'block', by: id });
}

/** Calls off the future appointments of a member who leaves, and notifies the other members. */
export async function leaveAppointments(
  services: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  await endAllStanding(services, tx, await listStandingOfMember(tx, memberId), memberId);
  const ending = await lockEnding(services, tx, 'leaving', await listOpenOfMember(tx, memberId));
  await endTogether(services, tx, ending, { end: 'leaving', by: memberId });
}

/** Lists the appointments that end when a post is deleted. Every change of one locks the listing or machine first. */
async function listEndedWithPost(
  services: Services,
  tx: Executor,
  postId: string,
): Promise<StoredAppointment[]> {
  await lockRows(tx, 'listings', [postId]);
  await lockRows(tx, 'machines', [postId]);
  const open = await listOpenOfPost(tx, postId);
  return open.filter((each) => canEnd(services, 'postDeletion', each));
}

/** Returns the amounts of the appointments that end with a post. */
export async function returnAmountsOfPost(
  services: Services,
  tx: Executor,
  postId: string,
): Promise<void> {
  for (const appointment of await listEndedWithPost(services, tx, postId)) {
    if (appointment.agreed_at === null) continue;
    const subject = subjectOf(appointment);
    const stock = await subject.lock(tx, appointment);
    if (stock) await subject.giveBack(services, tx, { appointment, stock });
  }
}

/** Calls off the future appointments of a post, or only of its machine, and notifies their requesters. */
async function endOfPost(
  services: Services,
  tx: Executor,
  ending: StoredAppointment[],
  link: string | null,
): Promise<void> {
  const grouped = groupByNotice(ending, ({ requester_id }) => requester_id);
  for (const { appointment, ...notice } of grouped)
    await changeAppointment(services, tx, { appointment, stock: null }, 'postDeletion', {
      link,
      ...notice,
    });
}

/**
 * Calls off the future appointments of a post that is being deleted, or loses its listing, and notifies their
 * requesters.
 * @param link the post, unless it is being deleted
 */
export async function endAppointmentsOfPost(
  services: Services,
  tx: Executor,
  { id, link }: { id: string; link: string | null },
): Promise<void> {
  await endOfPost(services, tx, await listEndedWithPost(services, tx, id), link);
  // Deleting the post would delete these; without its listing, there are no rounds.
  for (const { id: standingId } of await listStandingOf(tx, id))
    await setStandingEnded(tx, standingId, { by: null, now: services.now() });
}

/** Calls off the future appointments of only the machine of a service, and notifies their requesters. */
export async function endHalfDaysOfPost(
  services: Services,
  tx: Executor,
  postId: string,
): Promise<void> {
  const ending = await listEndedWithPost(services, tx, postId);
  const halfDays = ending.filter(({ subject }) => subject === 'half_day');
  await endOfPost(services, tx, halfDays, postId);
}

/** Ends an appointment, unless another server or a member was faster. @returns whether this call ended it */
const endIfDue = (services: Services, id: string, end: ClockEnd): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    const of = await findStockOf(tx, id);
    if (of?.of_round) await subjectOf(of).lock(tx, of);
    const appointment = await lockAppointment(tx, id);
    if (!appointment || !canEnd(services, end, appointment)) return false;
    await changeAppointment(services, tx, { appointment, stock: null }, end);
    await endIfMissed(services, tx, appointment);
    return true;
  });

const LISTS = {
  unanswered: (services: Services, today: string) =>
    listUnanswered(services.db, { today, ...daysToCome(services) }, BATCH_SIZE),
  silence: ({ db }: Services, before: string) =>
    listAgreedBefore(db, { hasFigures: true, before }, BATCH_SIZE),
  over: ({ db }: Services, before: string) =>
    listAgreedBefore(db, { hasFigures: false, before }, BATCH_SIZE),
};

/**
 * Ends appointments that time ends: requests whose day or half day is over, so that their members can send another;
 * amounts two weeks after their day, since the report of one member alone does not count; and half days that are
 * over.
 * @returns how many
 */
export async function endByClock(services: Services, end: ClockEnd): Promise<number> {
  const before = dueBefore(end, regionDay(services.now()));
  let ended = 0;
  for (;;) {
    const due = await LISTS[end](services, before);
    for (const { id } of due) if (await endIfDue(services, id, end)) ended += 1;
    if (due.length < BATCH_SIZE) return ended;
  }
}
