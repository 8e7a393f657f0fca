import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startDatabaseCheck } from '#lib/server/platform/jobs/storage-checks.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

test.runIf(process.env['DATABASE'] === 'sqlite')(
  'the whole database is checked again after a week',
  async () => {
    const { services, state } = (await openSite()).server;
    const mark = join(services.config.dataDir, 'checked');
    const checkedAt = async () => (await stat(mark)).mtimeMs;
    await writeFile(mark, '');
    const weekAgo = new Date(Date.now() - 8 * DAY_MS);
    await utimes(mark, weekAgo, weekAgo);
    onTestFinished(startDatabaseCheck(services, state));
    await expect.poll(checkedAt).toBeGreaterThan(Date.now() - DAY_MS);
    expect(state.problems.size).toBe(0);
  },
);
