// The operations document lists the rate limits that the nouns define.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { BUDGETS, UPLOADED_MEGABYTES } from '#lib/server/rate-limits/budgets.ts';
import type { RateLimit } from '#lib/server/rate-limits/define-limits.ts';
import { readOperationsTable } from '#tests/support/operations-table.ts';

const root = resolve(import.meta.dirname, '../..');

const PERIODS: Record<number, string> = {
  60: 'a minute',
  600: 'in 10 minutes',
  900: 'in 15 minutes',
  3600: 'an hour',
  86400: 'a day',
};

async function readLimits(): Promise<RateLimit[]> {
  const files = globSync('src/lib/server/*/limits.ts', { cwd: root }).toSorted();
  const nouns: { LIMITS: Record<string, RateLimit> }[] = await Promise.all(
    files.map((file) => import(resolve(root, file))),
  );
  return nouns.flatMap(({ LIMITS }) => Object.values(LIMITS));
}

test('the operations document lists every rate limit', async () => {
  const limits = await readLimits();
  expect(readOperationsTable('Rate limits')).toEqual(
    limits.map(({ what, points, seconds }) => [what, `${points} ${PERIODS[seconds]}`]),
  );
});

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

test('each rate limit has a counter of its own', async () => {
  const names = (await readLimits()).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
});
