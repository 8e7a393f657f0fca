// Each rate limit has its own counter, and the operations document lists the limits for reading and uploading.
import { expect, test } from 'vitest';

import { BUDGETS, UPLOADED_MEGABYTES } from '#lib/server/platform/rate-limits/read-budgets.ts';
import { RATE_LIMITS } from '#scripts/generate/api-docs/rate-limits.ts';
import { readOperationsTable } from '#tests/support/server/operations-table.ts';

test('the operations document lists how much may be read and uploaded', () => {
  const rates = Object.values(BUDGETS)
    .flatMap(({ member, guest }) => [member, guest])
    .concat(UPLOADED_MEGABYTES);
  expect(readOperationsTable('Limits of the server')).toEqual(
    expect.arrayContaining(
      rates.map(({ what, capacity, perSecond }) => [
        what,
        `${capacity}, then ${perSecond} a second`,
      ]),
    ),
  );
});

test('each rate limit has a counter of its own', () => {
  const names = RATE_LIMITS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
});
