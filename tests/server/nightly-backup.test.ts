import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { killServer, startServer } from '#tests/support/server/server-process.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

import { newInstance } from './running-server.ts';

const KEY = `${'A'.repeat(22)}-9x9/9.webp`;

// The HTTP adapter of the built server replaces some classes that a test of the job would get from Node.
test('the built server makes a backup with its images', async () => {
  const instance = await newInstance();
  const folder = await createTemporaryFolder();
  const live = await createDiskStore(join(instance.dataDir, 'media'));
  await live.put(KEY, Buffer.from('x'), 'image/webp');
  const server = await startServer(instance, { BACKUP_URL: folder });
  onTestFinished(() => killServer(server));
  await expect.poll(() => listBackups(folder).length).toBe(1);
  const copied = await createDiskStore(join(folder, 'media'));
  expect(await copied.get(KEY)).toMatchObject({ size: 1 });
});
