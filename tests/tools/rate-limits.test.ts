// The operations document lists the rate limits that the nouns define.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { BUDGETS, UPLOADED_MEGABYTES } from '#lib/server/rate-limits/budgets.ts';
import type { RateLimit } from '#lib/server/rate-limits/define-limits.ts';

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

/** The rows of a table in a section of the operations document: what, and how often or how much. */
function readTable(heading: string): string[][] {
  const document = readFileSync(resolve(root, 'docs/operations.md'), 'utf8');
  const section = new RegExp(`## ${heading}\\n([^]*?)\\n## `).exec(document)?.[1] ?? '';
  return Array.from(section.matchAll(/^\| (\S.*?) +\| (\d.*?) +\|$/gm), (row) => row.slice(1));
}

test('the operations document lists every rate limit', async () => {
  const limits = await readLimits();
  expect(readTable('Rate limits')).toEqual(
    limits.map(({ what, points, seconds }) => [what, `${points} ${PERIODS[seconds]}`]),
  );
});

test('the operations document lists how much may be read and uploaded', () => {
  const rates = Object.values(BUDGETS)
    .flatMap(({ member, guest }) => [member, guest])
    .concat(UPLOADED_MEGABYTES);
  expect(readTable('Limits of the server')).toEqual(
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
