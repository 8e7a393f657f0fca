import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { openRateLimits } from '#lib/server/platform/rate-limits/limit-counters.ts';

const LIMIT = { name: 'try', what: 'tries', points: 1, seconds: 60 };

test('a damaged file of counts is replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'glean-limits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'limits.sqlite');
  await writeFile(path, 'no database '.repeat(1000));
  const database = openDatabase(join(folder, 'glean.sqlite'));
  const limits = await openRateLimits(database, path);
  await limits.consume(LIMIT, 'a');
  await expect(limits.consume(LIMIT, 'a')).rejects.toMatchObject({ code: 'rate_limited' });
  limits.close();
});
