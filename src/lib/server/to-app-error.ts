import type { Ctx } from './context.ts';
import { isDatabaseError, toDatabaseError } from './db/database-error.ts';
import { AppError } from './errors.ts';
import { StorageError } from './storage/file-store.ts';

const RETRY_SECONDS = 5;

/** @returns whether the database or the file store cannot be reached */
export function isUnavailable(thrown: unknown): boolean {
  const error = toDatabaseError(thrown);
  if (error instanceof StorageError) return true;
  return isDatabaseError(error, 'unreachable') || isDatabaseError(error, 'retry');
}

/** @returns the error to respond with */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return isUnavailable(thrown)
    ? new AppError('unavailable', { seconds: RETRY_SECONDS })
    : new AppError('internal');
}

/** Logs an error, unless the client caused it. */
export function logError(ctx: Pick<Ctx, 'log' | 'requestId'>, thrown: unknown): void {
  if (!(thrown instanceof AppError))
    ctx.log.error({ event: 'unhandled_error', requestId: ctx.requestId, error: thrown });
}
