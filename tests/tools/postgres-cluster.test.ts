import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';

const bin = findPostgres();

test.skipIf(!bin)('a cluster starts even if its folder is closed to other users', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'glean-closed-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  await chmod(parent, 0o700);
  const { url, stop } = await startCluster(bin ?? '', { parent });
  onTestFinished(stop);
  const client = new Client({ connectionString: url });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});
