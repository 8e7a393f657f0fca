import type { Ctx } from './context.ts';
import { isDatabaseError, toDatabaseError } from './db/database-error.ts';
import { rateLimited } from './errors.ts';
import { RateLimitError } from './rate-limits/rate-limits.ts';
import { StorageError } from './storage/file-store.ts';

/** @returns whether something threw because the database or the store is away, which passes */
export function isUnavailable(thrown: unknown): boolean {
  const error = toDatabaseError(thrown);
  if (error instanceof StorageError) return true;
  return isDatabaseError(error, 'unreachable') || isDatabaseError(error, 'retry');
}

/** What a visitor is told of a page that could not be drawn. */
interface PageError {
  status: 429 | 500 | 503;
  /** what to do */
  message: string;
  /** seconds to wait */
  retryAfter?: number;
}

const UNAVAILABLE: PageError = {
  status: 503,
  message: 'We cannot reach our records right now. Nothing is lost: try again in a minute.',
};
const INTERNAL: PageError = {
  status: 500,
  message: 'This is our fault, not yours. Try again in a minute.',
};

/**
 * Says what to answer for a page that could not be drawn, and tells the log.
 * @param thrown what kept it from being drawn
 */
export function reportPageError(ctx: Ctx, thrown: unknown): PageError {
  if (thrown instanceof RateLimitError)
    return {
      status: 429,
      message: rateLimited(thrown.seconds).message,
      retryAfter: thrown.seconds,
    };
  ctx.log.error({ event: 'fault', requestId: ctx.requestId, error: thrown });
  return isUnavailable(thrown) ? UNAVAILABLE : INTERNAL;
}
