import type { Ctx } from './context.ts';
import { isDatabaseError, translate } from './db/errors.ts';
import { tooMany } from './errors.ts';
import { LimitReached } from './rate-limits/rate-limits.ts';
import { StorageFailed } from './storage/file-store.ts';

/** @returns whether something threw because the database or the store is away, which passes */
export function isAway(thrown: unknown): boolean {
  const error = translate(thrown);
  if (error instanceof StorageFailed) return true;
  return isDatabaseError(error, 'unreachable') || isDatabaseError(error, 'retry');
}

/** What a visitor is told of a page that could not be drawn. */
interface Fault {
  status: 429 | 500 | 503;
  /** what to do */
  says: string;
  /** seconds to wait */
  retryAfter?: number;
}

const AWAY: Fault = {
  status: 503,
  says: 'We cannot reach our records right now. Nothing is lost: try again in a minute.',
};
const OURS: Fault = {
  status: 500,
  says: 'This is our fault, not yours. Try again in a minute.',
};

/**
 * Says what to answer for a page that could not be drawn, and tells the log.
 * @param thrown what kept it from being drawn
 */
export function reportFault(ctx: Ctx, thrown: unknown): Fault {
  if (thrown instanceof LimitReached)
    return { status: 429, says: tooMany(thrown.seconds).message, retryAfter: thrown.seconds };
  ctx.log.error({ event: 'fault', requestId: ctx.requestId, error: thrown });
  return isAway(thrown) ? AWAY : OURS;
}
