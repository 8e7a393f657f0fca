import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createDatabase, createEmptyDatabase, runOn } from '#tests/support/server/postgres.ts';
import { runOperator, runCommand } from '#tests/support/server/run-operator.ts';
import { ENTRY, type ServerInstance } from '#tests/support/server/server-process.ts';

import { newInstance } from './running-server.ts';

/** Creates a file in place of a folder or database. */
async function fileAt(path: string): Promise<string> {
  await writeFile(path, 'a text');
  return path;
}

/** Expects server and operator to exit with one line of error. */
async function expectStartError(
  instance: ServerInstance,
  line: RegExp,
  settings: Record<string, string>,
) {
  const failed = { code: 1, out: '', err: expect.stringMatching(line) };
  const ofServer = { NODE_ENV: 'production', PORT: String(instance.port), ...settings };
  expect(await runCommand(instance, [ENTRY], ofServer)).toEqual(failed);
  expect(await runOperator(instance, ['reports'], settings)).toEqual(failed);
}

test.each([
  [
    'a data folder that cannot be created',
    /^\/.+\/file\/data cannot be used \(ENOTDIR.+set another DATA_DIR\.\n$/,
    async ({ dataDir }: ServerInstance) => ({
      DATA_DIR: join(await fileAt(join(dataDir, 'file')), 'data'),
    }),
  ],
  [
    'an invalid database file',
    /^\/.+glean\.sqlite cannot be used \(file is not a database\).+set another DATA_DIR\.\n$/,
    async ({ dataDir }: ServerInstance) => void (await fileAt(join(dataDir, 'glean.sqlite'))),
  ],
  [
    'an invalid image folder',
    /^\/.+media cannot be used \(ENOTDIR.+set another DATA_DIR\.\n$/,
    async ({ dataDir }: ServerInstance) => void (await fileAt(join(dataDir, 'media'))),
  ],
  [
    'an unreachable database',
    /^The database cannot be reached \(.*ECONNREFUSED.+set another DATABASE_URL\.\n$/,
    async ({ port }: ServerInstance) => ({
      DATABASE_URL: `postgres://glean:x@127.0.0.1:${port}/glean`,
    }),
  ],
])('%s stops server and operator with one line', async (_, line, arrange) => {
  const instance = await newInstance();
  await expectStartError(instance, line, (await arrange(instance)) ?? {});
});

test.runIf(inject('postgres')).each([
  ['an empty database', createEmptyDatabase],
  ['a database', createDatabase],
])('%s that is read-only stops server and operator with one line', async (_, create) => {
  const DATABASE_URL = `${await create()}?options=-c%20default_transaction_read_only%3Don`;
  const line =
    /^The database user may not create tables \(.+read-only.+set another DATABASE_URL\.\n$/;
  await expectStartError(await newInstance(), line, { DATABASE_URL });
});

// A database of a version before 0.2; only the names of its migrations are read.
const madeBy = (migration: string) => `
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  insert into kysely_migration values ('${migration}', '2026-01-01T00:00:00.000Z');`;

test.each([
  ['0.1', '0001-community'],
  ['before the baseline', '0001-initial'],
])('a SQLite database of %s stops server and operator with one line', async (_, migration) => {
  const instance = await newInstance();
  const database = new DatabaseSync(join(instance.dataDir, 'glean.sqlite'));
  database.exec(madeBy(migration));
  database.close();
  const line =
    /^The database was made by a version before 0\.2, which cannot be upgraded: move the files of DATA_DIR away, or set another DATA_DIR\.\n$/;
  await expectStartError(instance, line, {});
});

test('a database of a newer version stops server and operator with one line', async () => {
  const instance = await newInstance();
  const file = join(instance.dataDir, 'glean.sqlite');
  const database = openDatabase(file);
  await migrate(database);
  await sql`insert into kysely_migration values ('0099-later', '2027-01-01T00:00:00.000Z')`.execute(
    database.db,
  );
  await database.close();
  await expectStartError(instance, /^The database was made by a newer version.+backup.+\n$/, {});
});

test.runIf(inject('postgres'))(
  'a PostgreSQL database of 0.1 stops server and operator with one line',
  async () => {
    const DATABASE_URL = await createEmptyDatabase();
    await runOn(DATABASE_URL, madeBy('0001-community'));
    const line =
      /^The database was made by a version before 0\.2, which cannot be upgraded: set DATABASE_URL to an empty database\.\n$/;
    await expectStartError(await newInstance(), line, { DATABASE_URL });
  },
);

test('the built server is production, also without a setting', async () => {
  const instance = await newInstance();
  const settings = { PUBLIC_URL: '', SECRET: '', PORT: String(instance.port) };
  expect(await runCommand(instance, [ENTRY], settings)).toEqual({
    code: 1,
    out: '',
    err: 'PUBLIC_URL is missing: set the site’s URL, like https://glean.example.\n',
  });
});
