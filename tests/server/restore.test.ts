import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { PRODUCTION, runOperator } from '#tests/support/server/run-operator.ts';
import {
  databaseAddress,
  killServer,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

const KEY = `${'A'.repeat(22)}-9x9/9.webp`;

async function addPosts(instance: ServerInstance, count: number): Promise<void> {
  const database = openDatabase(databaseAddress(instance));
  const { db } = database;
  await db.transaction().execute(async (tx) => {
    const { id: author_id } = await addMember(tx, { password_hash: 'none' });
    for (let nth = 0; nth < count; nth += 1) await addPost(tx, { author_id });
  });
  await database.close();
}

/** @returns the number of posts in a database */
async function countPosts(instance: ServerInstance): Promise<number> {
  const database = openDatabase(databaseAddress(instance));
  const { db } = database;
  const { rows } = await sql`pragma integrity_check`.execute(db);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
  const posts = await db.selectFrom('posts').select('id').execute();
  await database.close();
  return posts.length;
}

async function openBackedUpSite() {
  const { instance, server } = await startOwnServer(PRODUCTION);
  const folder = join(instance.dataDir, 'copy');
  const media = await createDiskStore(join(instance.dataDir, 'media'));
  await media.put(KEY, Buffer.from('x'), 'image/webp');
  await addPosts(instance, 2);
  expect((await runOperator(instance, ['backup', '--new-folder', folder])).code).toBe(0);
  await addPosts(instance, 400);
  await media.remove(KEY);
  return { instance, server, folder, media };
}

test('a backup is restored beside the log of a killed server, but not while one runs', async () => {
  const { instance, server, folder, media } = await openBackedUpSite();
  const running = await runOperator(instance, ['restore', folder]);
  expect(running).toEqual({
    code: 1,
    out: '',
    err: 'The site is running: stop the server first. Nothing was changed.\n',
  });
  await killServer(server);
  expect(statSync(`${databaseAddress(instance)}-wal`).size).toBeGreaterThan(100_000);
  const { code, out } = await runOperator(instance, ['restore', folder]);
  expect([code, out]).toEqual([0, expect.stringContaining('with 1 file ')]);
  expect(await countPosts(instance)).toBe(2);
  expect(await media.get(KEY)).toMatchObject({ size: 1 });
  const [, aside = ''] = /before is in (.+)\.\n$/.exec(out) ?? [];
  expect(await countPosts({ ...instance, dataDir: aside })).toBe(402);
});

test('a damaged database is replaced by its backup; a damaged backup replaces nothing', async () => {
  const { instance, server, folder } = await openBackedUpSite();
  await killServer(server);
  const path = databaseAddress(instance);
  await writeFile(path, 'no database '.repeat(1000));
  expect((await runOperator(instance, ['restore', folder])).code).toBe(0);
  expect(await countPosts(instance)).toBe(2);
  for (const name of listBackups(folder))
    await writeFile(join(folder, name), 'no database '.repeat(1000));
  const { code, err } = await runOperator(instance, ['restore', folder]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^The backup is damaged.+\n$/)]);
  expect(await countPosts(instance)).toBe(2);
  expect((await runOperator(instance, ['restore', join(folder, 'media')])).err).toMatch(
    /is no backup/,
  );
});
