// What a restore does not take for a backup.
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { expect, inject, test } from 'vitest';

import { saveSnapshot } from '#lib/server/backup/save-snapshot.ts';
import { createOperatedSite, type OperatedSite } from '#tests/support/operated-site.ts';
import { createEmptyDatabase, runOn } from '#tests/support/postgres.ts';
import { OPERATOR, PRODUCTION } from '#tests/support/run-operator.ts';
import { databaseAddress } from '#tests/support/server-process.ts';

const run = promisify(execFile);
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const MEGABYTE = 2 ** 20;
const TITLES = ['First', 'Of Jun'];
const NO_SITE = /^The file is no backup of a Glean site.+Nothing was changed\.\n$/;

test('an empty file, and one of another program, are no backup', async () => {
  const site = await createOperatedSite('sqlite');
  await mkdir(site.folder);
  const file = join(site.folder, 'limits.sqlite');
  await writeFile(file, '');
  expect(await site.fail(['restore', file])).toMatch(NO_SITE);
  const database = new DatabaseSync(file);
  database.exec('create table limits (key text)');
  database.close();
  expect(await site.fail(['restore', file])).toMatch(NO_SITE);
  expect(await site.titles()).toEqual(TITLES);
});

test.runIf(inject('postgres'))('a dump of another program is no backup', async () => {
  const site = await createOperatedSite('postgres');
  await mkdir(site.folder);
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

/** Copies a site's database with a log that makes it twice as large. */
async function copyWithLog({ instance, folder }: OperatedSite): Promise<void> {
  using database = new DatabaseSync(databaseAddress(instance));
  database.exec('pragma journal_mode = wal; create table filling (bytes blob)');
  const fill = () => database.exec(`insert into filling values (zeroblob(${2 * MEGABYTE}))`);
  fill();
  database.exec('pragma wal_checkpoint(truncate)');
  fill();
  await mkdir(folder);
  for (const suffix of ['', '-wal'])
    await copyFile(databaseAddress(instance) + suffix, join(folder, `glean.sqlite${suffix}`));
}

test.runIf(hasPrlimit)('a log beside a backup that cannot be merged is not left out', async () => {
  const site = await createOperatedSite('sqlite');
  await copyWithLog(site);
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: site.instance.dataDir,
    PUBLIC_URL: 'http://x',
    ...PRODUCTION,
  };
  // Either file alone fits on the disk.
  const command = [process.execPath, OPERATOR, 'restore', site.folder];
  const restore = run('prlimit', [`--fsize=${3 * MEGABYTE}`, ...command], { env });
  await expect(restore).rejects.toThrow(/Nothing was changed/);
  expect(await site.operate(['restore', site.folder])).toContain('is restored');
});
