import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { backup } from '#scripts/operator/backup.ts';
import { openSite } from '#tests/support/site/site.ts';

const KEY = `${'A'.repeat(22)}-9x9/9.webp`;

test('a backup contains the images of a post deleted right after the database was copied', async () => {
  const { services } = await openSite();
  const { files, config } = services;
  await files.put(KEY, Buffer.from('x'), 'image/webp');
  const folder = join(config.dataDir, 'copy');
  const hasDatabase = () =>
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('glean-'));
  /** A store that loses its image right after the database is copied. */
  const filesDeletedInBetween = {
    ...files,
    async *list() {
      if (hasDatabase()) await files.remove(KEY);
      yield* files.list();
    },
  };
  const act = await backup.read({ args: [], options: { 'new-folder': folder } });
  expect(await act({ ...services, files: filesDeletedInBetween })).toContain(' 1 new file ');
  expect(await files.get(KEY)).toBeNull();
  const copies = await createDiskStore(join(folder, 'media'));
  expect(await copies.get(KEY)).toMatchObject({ size: 1 });
});
