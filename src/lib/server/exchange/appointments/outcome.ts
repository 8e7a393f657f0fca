// Reports of a pickup's outcome.
import type { OutcomeInput } from '#lib/contract/exchange/appointments.ts';
import { type Stock, updateStock } from '#lib/server/exchange/stock/queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';

import { act } from './change.ts';
import { isDiffering, isDone } from './facts.ts';
import { inAmountTransaction } from './lock-appointment.ts';
import { sumAgreed } from './queries.ts';
import { endIfMissed } from './standing/standing.ts';
import { returnAmount } from './subjects/amount.ts';

/** The columns of a member's report. */
const toColumns = (
  isOwner: boolean,
  { result, kg, reason }: OutcomeInput,
): Partial<AppointmentTable> => {
  const counted = result === 'not' ? 0 : kg;
  const why = result === 'not' ? reason : null;
  return isOwner
    ? { owner_result: result, owner_kg: counted, owner_reason: why }
    : { requester_result: result, requester_kg: counted, requester_reason: why };
};

/** The lower of both reports. @returns null until both have reported */
const countKg = ({ owner_kg, requester_kg }: AppointmentTable): number | null =>
  owner_kg === null || requester_kg === null ? null : Math.min(owner_kg, requester_kg);

/**
 * Returns what was not handed over to the stock. A listing with nothing left and no agreements is gone; while only
 * one member says that nothing was handed over, it waits.
 */
async function settleListing(
  ctx: Ctx,
  tx: Executor,
  listing: Stock,
  pickup: AppointmentTable,
): Promise<void> {
  const { owner_result, requester_result } = pickup;
  const missed = [owner_result, requester_result].filter((result) => result === 'not').length;
  if (missed === 2) return returnAmount(ctx, tx, listing, pickup);
  if (missed === 1 || listing.status !== 'promised' || listing.amount_left) return;
  if (await sumAgreed(tx, listing.post_id)) return;
  const change = { status: 'gone' as const, remind_on: null, updated_at: ctx.now() };
  await updateStock(tx, listing, change);
}

/**
 * Reports the outcome of a pickup, from its day on. It counts once both have reported. Until then a report can be
 * changed; when the amounts differ, each member may correct theirs once.
 */
export const reportOutcome = (ctx: Ctx, id: string, outcome: OutcomeInput): Promise<void> =>
  inAmountTransaction(
    ctx,
    id,
    { invalidates: ['posts'], allowsSuspended: true },
    async (tx, locked) => {
      const { appointment: pickup, isOwner, stock } = locked;
      const isCorrection = isDone(pickup);
      const corrected = isCorrection && {
        [isOwner ? 'owner_corrected' : 'requester_corrected']: 1,
      };
      const after = { ...pickup, ...toColumns(isOwner, outcome) };
      const kg = countKg(after);
      const done = kg === null ? {} : { kg, status: 'done' as const };
      await act(ctx, tx, locked, isCorrection ? 'correct' : 'outcome', {
        columns: { ...toColumns(isOwner, outcome), ...corrected, ...done },
        ...(!isCorrection && isDiffering(after) && { news: 'differing' }),
      });
      if (kg !== null && stock) await settleListing(ctx, tx, stock, after);
      await endIfMissed(ctx, tx, pickup);
    },
  );
