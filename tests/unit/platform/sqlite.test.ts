import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';

const byEmail = precompiled((db, { email, role }: { email: string; role: string }) =>
  db
    .selectFrom('members')
    .where('email', '=', email)
    .where('role', '!=', role as 'staff')
    .select(['email', 'role']),
);

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'glean-sqlite-'));
  const path = join(folder, 'glean.sqlite');
  const database = openDatabase(path);
  await migrate(database);
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  return { database, path };
}

test('a limit is inlined into the statement, which is prepared once', async () => {
  const { database } = await openFile();
  const query = database.db.selectFrom('posts').select('id').limit(10).compile();
  expect(query.sql).toMatch(/limit 10$/);
  expect(query.parameters).toEqual([]);
});

test('a row is a plain object', async () => {
  const { database } = await openFile();
  await addMember(database.db, { password_hash: 'none' });
  const row = await database.db.selectFrom('members').selectAll().executeTakeFirstOrThrow();
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
});

test('a precompiled query uses the values of each run, separately for each database', async () => {
  const [one, other] = [await openFile(), await openFile()];
  for (const email of ['a@glean.example', 'b@glean.example'])
    await addMember(one.database.db, { email, role: 'farmer', password_hash: 'none' });
  const find = (email: string, role = 'staff', { database } = one) =>
    byEmail(database.db, { email, role });
  expect(await find('a@glean.example')).toEqual([{ email: 'a@glean.example', role: 'farmer' }]);
  expect(await find('b@glean.example')).toEqual([{ email: 'b@glean.example', role: 'farmer' }]);
  expect(await find('b@glean.example', 'farmer')).toEqual([]);
  expect(await find('a@glean.example', 'staff', other)).toEqual([]);
});

test('the log of a long reader shrinks again', async () => {
  const { database, path } = await openFile();
  const reader = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => reader.close());
  const blob = 'x'.repeat(100_000);
  await sql`create table long (content text)`.execute(database.db);
  reader.exec('begin; select * from members');
  for (let nth = 0; nth < 200; nth += 1)
    await sql`insert into long values (${blob})`.execute(database.db);
  const size = () => statSync(`${path}-wal`).size;
  expect(size()).toBeGreaterThan(19_000_000);
  reader.exec('rollback');
  for (let nth = 0; nth < 3; nth += 1)
    await sql`insert into long values ('x')`.execute(database.db);
  expect(size()).toBeLessThan(9_000_000);
});
