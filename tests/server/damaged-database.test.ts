import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { FORUM } from '#tests/support/nouns/moderation.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { PRODUCTION, runOperator } from '#tests/support/server/run-operator.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  logPath,
  originOf,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

/** Overwrites the first page of a table, like a failing disk. */
async function damageTable(path: string, table: string): Promise<void> {
  const database = new DatabaseSync(path);
  const find = database.prepare('select rootpage from sqlite_schema where name = ?');
  const { rootpage } = find.get(table) as { rootpage: number };
  const { page_size } = database.prepare('pragma page_size').get() as { page_size: number };
  database.close();
  await using file = await open(path, 'r+');
  await file.write(Buffer.alloc(page_size, 0xa5), 0, page_size, (rootpage - 1) * page_size);
}

/** Adds a member with a post, and consents that are not required while there are no documents. */
async function addAuthor(instance: ServerInstance) {
  const database = openDatabase(databaseAddress(instance));
  const [session = ''] = await addSignedInMembers(database, 1);
  const { id: author_id } = await database.db
    .selectFrom('members')
    .select('id')
    .executeTakeFirstOrThrow();
  const post = await addPost(database.db, { author_id });
  await database.close();
  return { author: new ServerClient(instance, session), post };
}

test('a damaged database is logged in one line, and does not replace its backup', async () => {
  const { instance, server } = await startOwnServer(PRODUCTION);
  const path = databaseAddress(instance);
  const folder = join(instance.dataDir, 'copy');
  expect((await runOperator(instance, ['backup', '--new-folder', folder])).code).toBe(0);
  const [name = ''] = listBackups(folder);
  const copy = await readFile(join(folder, name));
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  const { author, post } = await addAuthor(instance);
  await damageTable(path, 'comments');
  const damaged = await startServer(instance, PRODUCTION, { readyPath: '/healthz' });
  onTestFinished(() => killServer(damaged));
  const ready = async () => (await fetch(`${originOf(instance)}/readyz`)).json();
  await expect.poll(ready).toMatchObject({ code: 'database_damaged' });
  expect((await fetch(originOf(instance))).status).toBe(200);
  const log = async () => readFile(logPath(instance), 'utf8');
  await expect.poll(log).toMatch(/"event":"database_damaged".*restore.*\n/);
  const written = await author.post(`${FORUM}/posts/${post.id}/comments`, {
    comment: 'Still there?',
  });
  expect([written.status, written.headers.get('retry-after'), await written.json()]).toMatchObject([
    503,
    '60',
    { code: 'database_damaged' },
  ]);
  const { code, err } = await runOperator(instance, ['backup', folder]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The database could not be backed up.+\n$/),
  ]);
  expect(listBackups(folder)).toEqual([name]);
  expect(await readFile(join(folder, name))).toEqual(copy);
});
