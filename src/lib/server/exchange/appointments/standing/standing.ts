import { isPossible, requireAct } from '#lib/server/exchange/appointments/acts.ts';
import { changeAppointment } from '#lib/server/exchange/appointments/change.ts';
import { factsOf, isDone } from '#lib/server/exchange/appointments/facts.ts';
import { inAmountTransaction } from '#lib/server/exchange/appointments/lock-appointment.ts';
import { notifyOf, notifyOther } from '#lib/server/exchange/appointments/notify.ts';
// Ends agreements for each round of a listing: when a member stops them, or after two missed rounds in a row.
import { lockStock } from '#lib/server/exchange/stock/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  Executor,
} from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import {
  findLastOf,
  findStanding,
  listStandingOf,
  listUpToReported,
  lockOpenOfStanding,
  setStandingEnded,
} from './standing-queries.ts';

/**
 * Ends an agreement, and calls off its future pickups; the listing is locked.
 * @param by the member who stops it, or null
 * @returns whether this call ended it, and the pickups it called off, earliest first
 */
async function endStanding(
  services: Services,
  tx: Executor,
  standingId: string,
  by: string | null,
): Promise<{ isEnded: boolean; calledOff: AmountAppointment[] }> {
  const calledOff: AmountAppointment[] = [];
  if (!(await setStandingEnded(tx, standingId, { by, now: services.now() })))
    return { isEnded: false, calledOff };
  for (const appointment of await lockOpenOfStanding(tx, standingId)) {
    if (!isPossible('stopped', factsOf(services, appointment, false))) continue;
    const stock = await lockStock(tx, appointment);
    const change = { columns: { ended_by: by } };
    await changeAppointment(services, tx, { appointment, stock }, 'stopped', change);
    calledOff.push(appointment);
  }
  return { isEnded: true, calledOff };
}

const idsOf = (pickups: AmountAppointment[]): string[] => pickups.map(({ id }) => id);

/** Notifies the other member once for all pickups. @param last the last pickup, if none was called off */
async function notifyOfStop(
  ctx: Ctx,
  tx: Executor,
  [first, ...more]: AmountAppointment[],
  last: AmountAppointment | undefined,
): Promise<void> {
  const pickup = first ?? last;
  if (pickup) await notifyOther(ctx, tx, pickup, 'stopped', idsOf(more));
}

/** Stops the agreement for each round to which one of the viewer's pickups belongs. Repeating changes nothing. */
export const stopStanding = (ctx: Ctx, id: string): Promise<void> =>
  inAmountTransaction(
    ctx,
    id,
    { invalidates: ['posts'], allowsSuspended: true },
    async (tx, locked) => {
      const { appointment: pickup, isOwner } = locked;
      requireAct('stop', factsOf(ctx, pickup, isOwner));
      const standing = pickup.standing_id && (await findStanding(tx, pickup.standing_id));
      // A mere request is withdrawn instead.
      if (!standing || standing.agreed_at === null) throw new AppError('pickup_ended');
      const { isEnded, calledOff } = await endStanding(ctx, tx, standing.id, requireViewer(ctx).id);
      if (isEnded) await notifyOfStop(ctx, tx, calledOff, pickup);
    },
  );

/** Stops all agreements of the viewer's listing because it no longer repeats; the listing is locked. */
export async function stopStandingOfPost(ctx: Ctx, tx: Executor, postId: string): Promise<void> {
  for (const { id } of await listStandingOf(tx, postId)) {
    const last = await findLastOf(tx, id);
    const { calledOff } = await endStanding(ctx, tx, id, requireViewer(ctx).id);
    await notifyOfStop(ctx, tx, calledOff, last);
  }
}

/**
 * Whether nothing was handed over: a member reported that and the other nothing different, or neither reported in
 * time.
 */
function wasMissed(appointment: AppointmentTable): boolean {
  const { owner_result, requester_result } = appointment;
  const reported = [owner_result, requester_result].filter((result) => result !== null);
  const isKnown = reported.length > 0 || isDone(appointment);
  return isKnown && reported.every((result) => result === 'not');
}

const MISSED = 2;

/** Ends an agreement after two missed rounds in a row, and notifies both members. The listing is locked. */
export async function endIfMissed(
  services: Services,
  tx: Executor,
  { standing_id }: Pick<AppointmentTable, 'standing_id'>,
): Promise<void> {
  if (standing_id === null) return;
  const [last, ...before] = await listUpToReported(tx, standing_id, MISSED);
  if (!last || before.length === 0 || ![last, ...before].every(wasMissed)) return;
  const { isEnded, calledOff } = await endStanding(services, tx, standing_id, null);
  if (!isEnded) return;
  const more = idsOf(calledOff);
  for (const to of [last.owner_id, last.requester_id])
    await notifyOf(services, tx, last, { to, news: 'missed', by: null, more });
}
