// Transactions in which a member changes a locked appointment.
import { lockViewer, lockViewerAnd, type WriteOptions } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { AmountAppointment, Executor } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';

import { findStockOf, lockAppointment } from './queries.ts';
import type { Locked } from './subjects/subject.ts';
import { subjectOf } from './subjects/subjects.ts';

export const LIMITS = defineLimits({
  askForAmount: { what: "a member's questions for a pickup", points: 30, seconds: 86_400 },
  askForHalfDay: { what: "a member's questions for a machine", points: 30, seconds: 86_400 },
  changeAppointment: { what: "a member's changes of pickups", points: 120, seconds: 600 },
  sendMessage: { what: "a member's messages about pickups", points: 60, seconds: 600 },
});

type Options = TransactionOptions & WriteOptions & { alsoLocks?: string };

/** A locked appointment with its stock, and the viewer's role. */
export interface OwnLocked extends Locked {
  isOwner: boolean;
}

/** Locks the stock first, as everything does that changes it. */
async function lock(ctx: Ctx, tx: Executor, id: string): Promise<OwnLocked> {
  const viewerId = requireViewer(ctx).id;
  const of = await findStockOf(tx, id);
  const stock = of ? await subjectOf(of).lock(tx, of) : null;
  const appointment = await lockAppointment(tx, id);
  const isOwner = appointment?.owner_id === viewerId;
  if (!appointment || !(isOwner || appointment.requester_id === viewerId)) throw notFound('pickup');
  return { appointment, stock, isOwner };
}

/**
 * Runs a transaction about an appointment of the viewer.
 * @param options `alsoLocks`: another member who becomes involved
 */
export async function inAppointmentTransaction(
  ctx: Ctx,
  id: string,
  options: Options,
  work: (tx: Executor, locked: OwnLocked) => Promise<void>,
): Promise<void> {
  await ctx.limits.consume(LIMITS.changeAppointment, actingIdOf(ctx));
  await ctx.events.subjectSeen(ctx, { noun: 'appointment', id });
  await transact(ctx, options, async (tx) => {
    const { alsoLocks } = options;
    if (alsoLocks === undefined) await lockViewer(ctx, tx, options);
    else await lockViewerAnd(ctx, tx, alsoLocks, options);
    await work(tx, await lock(ctx, tx, id));
  });
}

/** A locked appointment of the viewer for an amount. */
export interface LockedAmount extends Locked<AmountAppointment> {
  isOwner: boolean;
}

/** Runs a transaction about an appointment of the viewer for an amount. */
export const inAmountTransaction = (
  ctx: Ctx,
  id: string,
  options: Options,
  work: (tx: Executor, locked: LockedAmount) => Promise<void>,
): Promise<void> =>
  inAppointmentTransaction(ctx, id, options, async (tx, locked) => {
    const { appointment } = locked;
    if (appointment.subject !== 'amount') throw new AppError('booking_ended');
    await work(tx, { ...locked, appointment });
  });
