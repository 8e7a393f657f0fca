import type { Services } from '#lib/server/context.ts';

import type { LimitName } from './rate-limits.ts';

/**
 * Runs what checks a secret, under limits. A try is counted before it is checked, so that many at once cannot outrun
 * the count; only a wrong one stays counted, not one that met a full queue or another limit.
 * @param tries the limits it counts against, each with its key
 * @param check gives null for a wrong secret
 * @returns what `check` gave
 * @throws LimitReached after too many wrong tries; what `check` throws
 */
export async function countWrong<T>(
  { limits }: Services,
  tries: [LimitName, string][],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const spent: [LimitName, string][] = [];
  let isWrong = false;
  try {
    for (const each of tries) {
      // Noted first: a try that is turned away was none, and does not keep the limit closed for longer.
      spent.push(each);
      await limits.spend(...each);
    }
    const right = await check();
    isWrong = right === null;
    return right;
  } finally {
    if (!isWrong) for (const each of spent) await limits.giveBack(...each);
  }
}
