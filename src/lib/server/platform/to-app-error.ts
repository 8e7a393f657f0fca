import type { Ctx } from './context.ts';
import { isDatabaseError, toDatabaseError } from './db/database-error.ts';
import { AppError } from './errors.ts';
import { StorageError } from './storage/file-store.ts';

const RETRY_SECONDS = 5;
// An operator must free the disk, or restore a backup.
const LONG_RETRY_SECONDS = 60;

/** @returns whether the database or the file store cannot be reached */
export function isUnavailable(thrown: unknown): boolean {
  const error = toDatabaseError(thrown);
  if (error instanceof StorageError) return true;
  return isDatabaseError(error, 'unavailable', 'uncertain', 'retry');
}

const isFull = (thrown: unknown): boolean =>
  (thrown instanceof StorageError && thrown.isFull) ||
  isDatabaseError(toDatabaseError(thrown), 'full');

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isFull(thrown)) return new AppError('storage_full', { seconds: LONG_RETRY_SECONDS });
  if (isDatabaseError(toDatabaseError(thrown), 'damaged'))
    return new AppError('database_damaged', { seconds: LONG_RETRY_SECONDS });
  return isUnavailable(thrown)
    ? new AppError('unavailable', { seconds: RETRY_SECONDS })
    : new AppError('internal');
}

/** Logs an error, unless the client caused it. */
export function logError(ctx: Pick<Ctx, 'log' | 'requestId'>, thrown: unknown): void {
  if (!(thrown instanceof AppError))
    ctx.log.error({ event: 'unhandled_error', requestId: ctx.requestId, error: thrown });
}
