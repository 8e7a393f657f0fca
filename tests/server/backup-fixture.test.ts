import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { logIn } from '#tests/support/server/log-in.ts';
import { freePort } from '#tests/support/server/port.ts';
import { runOperator } from '#tests/support/server/run-operator.ts';
import {
  databaseAddress,
  killServer,
  originOf,
  startServer,
} from '#tests/support/server/server-process.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');
const CREDENTIALS = { email: 'jun@glean.example', password: 'Palay-2026!' };

/** Starts the built server on a copy of a backup. */
async function restore(backup: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-restore-'));
  await cp(join(FIXTURES, backup), dataDir, { recursive: true });
  const instance = { dataDir, databaseUrl: '', port: await freePort() };
  const server = await startServer(instance);
  onTestFinished(async () => {
    await killServer(server);
    await rm(dataDir, { recursive: true });
  });
  return originOf(instance);
}

/** Logs a member in. @returns their cookies */
async function cookiesOf(origin: string): Promise<string> {
  const response = await logIn(origin, CREDENTIALS);
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

test.each(['backup-0.2'])('%s is restored by the operator', async (backup) => {
  const root = await createTemporaryFolder();
  const folder = join(root, 'backup');
  await cp(join(FIXTURES, backup), folder, { recursive: true });
  const instance = { dataDir: join(root, 'data'), databaseUrl: '', port: await freePort() };
  const { out, err } = await runOperator(instance, ['restore', folder]);
  expect(err).toBe('');
  expect(out).toMatch(/^The site is restored from glean.*\.sqlite, with 4 files /);
  const database = openDatabase(databaseAddress(instance));
  onTestFinished(() => database.close());
  const posts = await database.db.selectFrom('posts').select('likes_count').execute();
  expect(posts.map((post) => post.likes_count).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
});

const readSchema = async ({ db }: Database) =>
  (await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)).rows;

// If this fails, the baseline was changed: `node tests/fixtures/make-backup.ts 0.2` makes the backup again.
test('backup-0.2 has the tables of a new database after its migration', async () => {
  const root = await createTemporaryFolder();
  const old = join(root, 'old.sqlite');
  await cp(join(FIXTURES, 'backup-0.2/glean.sqlite'), old);
  const [migrated, created] = [openDatabase(old), openDatabase(join(root, 'new.sqlite'))];
  for (const database of [migrated, created]) {
    onTestFinished(() => database.close());
    await migrate(database);
  }
  expect(await readSchema(migrated)).toEqual(await readSchema(created));
});

test.each(['backup-0.2'])('%s is migrated and served', async (backup) => {
  const origin = await restore(backup);
  const explore = await (await fetch(`${origin}/forums/explore`)).text();
  for (const title of ['Rice straw', 'Coconut husk', 'Mangoes to pick'])
    expect(explore).toContain(title);
  const cookie = await cookiesOf(origin);
  const feed = await (await fetch(`${origin}/forums`, { headers: { cookie } })).text();
  expect(feed).toContain('Rice straw');
  const [image = ''] = /\/media\/[\w/-]+\.webp/.exec(feed) ?? [];
  expect((await fetch(`${origin}${image}`)).headers.get('content-type')).toBe('image/webp');
});
