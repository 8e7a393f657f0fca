import type { Services } from '#lib/server/context.ts';

import type { RateLimit } from './define-limits.ts';

/**
 * Runs what checks a secret, under limits. A try is counted before it is checked, so that many at once cannot outrun
 * the count; only a wrong one stays counted, not one that met a full queue or another limit.
 * @param attempts the limits it counts against, each with its key
 * @param check gives null for a wrong secret
 * @returns what `check` gave
 * @throws rate_limited after too many wrong tries; what `check` throws
 */
export async function withAttemptLimit<T>(
  { limits }: Services,
  attempts: [RateLimit, string][],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const counted: [RateLimit, string][] = [];
  let isWrong = false;
  try {
    for (const attempt of attempts) {
      // Noted first: a try that is turned away was none, and does not keep the limit closed for longer.
      counted.push(attempt);
      await limits.consume(...attempt);
    }
    const result = await check();
    isWrong = result === null;
    return result;
  } finally {
    if (!isWrong) for (const each of counted) await limits.refund(...each);
  }
}
