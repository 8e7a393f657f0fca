import type { Services } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import type { RateLimit } from './define-limits.ts';

/**
 * Runs a check of a secret under limits. An attempt is counted before it is checked, so that concurrent ones cannot
 * exceed the limit, and refunded unless it was wrong.
 * @param check returns null for a wrong secret
 * @throws AppError rate_limited
 */
export async function withAttemptLimit<T>(
  { limits }: Services,
  attempts: [RateLimit, string][],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const counted: [RateLimit, string][] = [];
  let isWrong = false;
  let hasFailed = false;
  try {
    for (const attempt of attempts) {
      // Noted first, so that a rejected attempt is refunded too and does not prolong the limit.
      counted.push(attempt);
      await limits.consume(...attempt);
    }
    const result = await check();
    isWrong = result === null;
    return result;
  } catch (error) {
    hasFailed = !(error instanceof AppError);
    throw error;
  } finally {
    const refunds = isWrong ? [] : counted.map((each) => limits.refund(...each));
    // No client waits twice for a database that is away.
    if (hasFailed) void Promise.allSettled(refunds);
    else await Promise.all(refunds);
  }
}
