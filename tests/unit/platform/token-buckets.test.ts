import { expect, test } from 'vitest';

import { TokenBuckets } from '#lib/server/platform/rate-limits/read-budgets.ts';

test('of more than 50,000 buckets, those unused for longest are deleted', () => {
  const buckets = new TokenBuckets({ what: 'reads', capacity: 1, perSecond: 1 }, () => 0);
  for (const key of ['first', 'second']) buckets.take(key);
  buckets.take('first');
  for (let nth = 0; nth < 49_999; nth += 1) buckets.take(`${nth}`);
  expect(buckets.retryAfter('first')).toBe(2);
  expect(buckets.retryAfter('second')).toBe(0);
});
