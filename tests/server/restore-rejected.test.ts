// Files that a restore rejects as a backup.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { expect, inject, test } from 'vitest';

import { saveSnapshot } from '#lib/server/app/backup/save-snapshot.ts';
import { createOperatedSite, type OperatedSite } from '#tests/support/server/operated-site.ts';
import { createEmptyDatabase, runOn } from '#tests/support/server/postgres.ts';
import { OPERATOR, PRODUCTION } from '#tests/support/server/run-operator.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';

const run = promisify(execFile);
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const MEGABYTE = 2 ** 20;
const TITLES = ['First', 'Of Jun'];
const NO_SITE = /^The file is no backup of a Glean site.+Nothing was changed\.\n$/;

test('an empty file, or one of another program, is rejected', async () => {
  const site = await createOperatedSite('sqlite');
  const file = join(site.folder, 'limits.sqlite');
  await writeFile(file, '');
  expect(await site.fail(['restore', file])).toMatch(NO_SITE);
  const database = new DatabaseSync(file);
  database.exec('create table limits (key text)');
  database.close();
  expect(await site.fail(['restore', file])).toMatch(NO_SITE);
  expect(await site.titles()).toEqual(TITLES);
});

test.runIf(inject('postgres'))('a dump of another program is rejected', async () => {
  const site = await createOperatedSite('postgres');
  const other = await createEmptyDatabase();
  const file = join(site.folder, 'other.dump');
  await saveSnapshot(other, file);
  expect(await site.fail(['restore', file])).toMatch(/^The backup has no table/);
  await runOn(other, 'create table others (id int)');
  await saveSnapshot(other, file);
  expect(await site.fail(['restore', file])).toMatch(NO_SITE);
  await runOn(other, 'create schema elsewhere; create table elsewhere.more (id int)');
  await saveSnapshot(`${other}?options=-c%20search_path%3Delsewhere`, file);
  expect(await site.fail(['restore', file])).toMatch(
    /^The backup is of another schema than public/,
  );
  expect(await site.titles()).toEqual(TITLES);
});

/** Copies a site's database, with a log that doubles its size. */
async function copyWithLog({ instance, folder }: OperatedSite): Promise<void> {
  using database = new DatabaseSync(databaseAddress(instance));
  database.exec('pragma journal_mode = wal; create table filling (bytes blob)');
  const fill = () => database.exec(`insert into filling values (zeroblob(${2 * MEGABYTE}))`);
  fill();
  database.exec('pragma wal_checkpoint(truncate)');
  fill();
  for (const suffix of ['', '-wal'])
    await copyFile(databaseAddress(instance) + suffix, join(folder, `glean.sqlite${suffix}`));
}

test.runIf(hasPrlimit)('a log beside a backup that cannot be merged is an error', async () => {
  const site = await createOperatedSite('sqlite');
  await copyWithLog(site);
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: site.instance.dataDir,
    PUBLIC_URL: 'http://x',
    ...PRODUCTION,
  };
  // Either file alone would fit on the disk.
  const command = [process.execPath, OPERATOR, 'restore', site.folder];
  const restore = run('prlimit', [`--fsize=${3 * MEGABYTE}`, ...command], { env });
  await expect(restore).rejects.toThrow(/Nothing was changed/);
  expect(await site.operate(['restore', site.folder])).toContain('is restored');
});

test('without the list of erased members nothing is restored, unless the operator insists', async () => {
  const site = await createOperatedSite('sqlite');
  await site.operate(['backup', site.folder]);
  const BACKUP_URL = join(site.folder, 'away');
  expect(await site.fail(['restore', site.folder], { BACKUP_URL })).toMatch(
    /^There is no folder .+ set `BACKUP_URL=` for this command and .+ Nothing was changed\.\n$/,
  );
  expect(existsSync(BACKUP_URL)).toBe(false);
  await writeFile(join(site.folder, 'erased-members.json'), '[');
  expect(await site.fail(['restore', site.folder])).toMatch(
    /^erased-members\.json in .+ is damaged: .+ Nothing was changed\.\n$/,
  );
  await rm(join(site.folder, 'erased-members.json'));
  await site.operate(['restore', site.folder], { BACKUP_URL: '' });
});

test('the reason why a file is rejected is named', async () => {
  const site = await createOperatedSite('sqlite');
  const none = join(site.instance.dataDir, 'none');
  expect(await site.fail(['restore', none])).toBe(`There is no backup ${none}.\n`);
  await writeFile(`${none}.dump`, '');
  expect(await site.fail(['restore', `${none}.dump`])).toMatch(/another kind of database/);
  expect(await site.fail(['restore', 'restore_point_20260101t000000z'])).toMatch(
    /^restore_point_\w+ is in a PostgreSQL database: set DATABASE_URL/,
  );
  const secret = await site.fail(['restore', 's3://KEY:SE CRET@:x/bucket/name.sqlite']);
  expect(secret).toMatch(/^The backup’s URL must be like/);
  expect(secret).not.toContain('CRET@:x');
  const missing = 'glean-2026-01-01T00-00-00Z.sqlite';
  const BACKUP_URL = site.instance.dataDir;
  expect(await site.fail(['restore', missing], { BACKUP_URL })).toMatch(
    /^There is no backup glean-/,
  );
  expect(await site.fail(['backup'])).toBe('Give a folder or a bucket, or set BACKUP_URL.\n');
});
