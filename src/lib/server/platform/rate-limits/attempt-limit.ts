import type { Services } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import type { RateLimit } from './define-limits.ts';

type Attempt = [RateLimit, string];

/**
 * Counts an attempt, and records that it did; not when the database failed, since a refund would then add an attempt.
 */
async function count(
  limits: Services['limits'],
  attempt: Attempt,
  counted: Attempt[],
): Promise<void> {
  try {
    await limits.consume(...attempt);
  } catch (error) {
    // Rejected attempts are refunded, too: they do not prolong the limit.
    if (error instanceof AppError) counted.push(attempt);
    throw error;
  }
  counted.push(attempt);
}

/**
 * Runs a check of a secret under limits. An attempt is counted before it is checked, so that concurrent ones cannot
 * exceed the limit, and refunded unless it was wrong.
 * @param check returns null for a wrong secret
 * @throws AppError rate_limited
 */
export async function withAttemptLimit<T>(
  { limits }: Services,
  attempts: Attempt[],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const counted: Attempt[] = [];
  let isWrong = false;
  let hasFailed = false;
  try {
    for (const attempt of attempts) await count(limits, attempt, counted);
    const result = await check();
    isWrong = result === null;
    return result;
  } catch (error) {
    hasFailed = !(error instanceof AppError);
    throw error;
  } finally {
    const refunds = isWrong ? [] : counted.map((each) => limits.refund(...each));
    // No client waits twice for a database that is down.
    if (hasFailed) void Promise.allSettled(refunds);
    else await Promise.all(refunds);
  }
}
