// A change of an appointment by one of the two: a transaction that locks it.
import { lockViewer, lockViewerAnd, type WriteOptions } from '#lib/server/people/viewer/service.ts';
import { type Ctx, handOf, requireViewer } from '#lib/server/platform/context.ts';
import type {
  AmountAppointment,
  Executor,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

import { findStockOf, lockAppointment } from './queries.ts';
import type { Locked } from './subjects/subject.ts';
import { subjectOf } from './subjects/subjects.ts';

export const LIMITS = defineLimits({
  requestPickup: { what: "a member's questions for a pickup", points: 30, seconds: 86_400 },
  requestBooking: { what: "a member's questions for a machine", points: 30, seconds: 86_400 },
  changePickup: { what: "a member's changes of pickups", points: 120, seconds: 600 },
  changeBooking: { what: "a member's changes of bookings", points: 120, seconds: 600 },
  sendPickupMessage: { what: "a member's messages about pickups", points: 60, seconds: 600 },
});

/** What members call an appointment, by its subject. */
const NOUNS = { amount: 'pickup', half_day: 'booking' } as const;
const CHANGES = { amount: LIMITS.changePickup, half_day: LIMITS.changeBooking };

/** Which appointment: its id, and of what its caller takes it to be. */
export interface AppointmentRef {
  id: string;
  subject: StoredAppointment['subject'];
}

type Options = TransactionOptions & WriteOptions & { alsoLocks?: string };

/** A locked appointment with what it takes of, and who of the two the viewer is. */
export interface OwnLocked extends Locked {
  isOwner: boolean;
}

/** Locks first what it takes of, as everything does that changes what is left. @throws AppError of its subject's noun */
async function lock(ctx: Ctx, tx: Executor, id: string, subject: StoredAppointment['subject']) {
  const viewerId = requireViewer(ctx).id;
  const of = await findStockOf(tx, id);
  const stock = of?.subject === subject ? await subjectOf(of).lock(tx, of) : null;
  const appointment = await lockAppointment(tx, id);
  const isOwner = appointment?.owner_id === viewerId;
  const isOwn = isOwner || appointment?.requester_id === viewerId;
  if (appointment?.subject !== subject || !isOwn) throw notFound(NOUNS[subject]);
  return { appointment, stock, isOwner };
}

/**
 * Runs a transaction about an appointment of the viewer's.
 * @param options `alsoLocks`: another member, with whom something begins
 * @throws AppError pickup_not_found, booking_not_found, rate_limited
 */
export async function inAppointmentTransaction(
  ctx: Ctx,
  { id, subject }: AppointmentRef,
  options: Options,
  work: (tx: Executor, locked: OwnLocked) => Promise<void>,
): Promise<void> {
  await ctx.limits.consume(CHANGES[subject], handOf(ctx));
  await ctx.events.subjectSeen(ctx, { noun: NOUNS[subject], id });
  await transact(ctx, options, async (tx) => {
    const { alsoLocks } = options;
    if (alsoLocks === undefined) await lockViewer(ctx, tx, options);
    else await lockViewerAnd(ctx, tx, alsoLocks, options);
    await work(tx, await lock(ctx, tx, id, subject));
  });
}

/** A locked pickup of the viewer's. */
export interface LockedPickup extends Locked<AmountAppointment> {
  isOwner: boolean;
}

/** The same of a pickup. */
export const inPickupTransaction = (
  ctx: Ctx,
  id: string,
  options: Options,
  work: (tx: Executor, locked: LockedPickup) => Promise<void>,
): Promise<void> =>
  inAppointmentTransaction(ctx, { id, subject: 'amount' }, options, async (tx, locked) => {
    const { appointment } = locked;
    if (appointment.subject === 'amount') await work(tx, { ...locked, appointment });
  });
