// Before a migration the database is copied, so that the operator can return to the old version.
import { globSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, inject, test } from 'vitest';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { migrations } from '#lib/server/platform/db/migrations/all.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { interruptedAt } from '#tests/support/server/interrupted.ts';
import {
  addPostOfLea,
  createOperatedSite,
  DIALECTS,
  type OperatedSite,
} from '#tests/support/server/operated-site.ts';
import { runCommand } from '#tests/support/server/run-operator.ts';
import { undoLater } from '#tests/support/site/later-migrations.ts';

const LATER_VERSION = resolve(import.meta.dirname, '../support/server/open-later-version.ts');
const NEWER =
  /^The database was made by a newer version of Glean: install that version, or restore/;

const LAST_OF = 'select max(name) as name from kysely_migration';
const last = Object.keys(migrations('sqlite')).at(-1);

/** Starts the next version, which upgrades the site. */
const upgrade = ({ instance }: OperatedSite, settings?: Record<string, string>) =>
  runCommand(instance, [LATER_VERSION], settings);

/** Returns the site to this version without a restore. */
const downgrade = ({ onDatabase }: OperatedSite) => onDatabase(({ db }) => undoLater(db));

test('SQLite has a restore point from before the upgrade', async () => {
  const site = await createOperatedSite('sqlite');
  const points = join(site.instance.dataDir, 'restore-points');
  await site.operate(['reports']);
  await expect(readdir(points)).rejects.toThrow('ENOENT');
  for (let nth = 0; nth < 4; nth += 1) {
    if (nth > 0) await downgrade(site);
    const { code, err } = await upgrade(site);
    expect(code).toBe(0);
    expect(err).toContain('"event":"restore_point_made"');
  }
  const names = (await readdir(points)).toSorted();
  expect(names).toHaveLength(3);
  const copy = new DatabaseSync(join(points, names[0] ?? '', 'glean.sqlite'), { readOnly: true });
  expect(copy.prepare('select count(*) as n from posts').get()).toEqual({ n: 2 });
  expect(copy.prepare(LAST_OF).get()).toEqual({ name: last });
  copy.close();
  expect(await site.fail(['reports'])).toMatch(NEWER);
  await site.operate(['restore', join(points, names[0] ?? '')]);
  expect(await site.titles()).toEqual(['First', 'Of Jun']);
  await site.operate(['reports']);
});

test.each(DIALECTS)(
  'on %s the old version goes on with a schema that it may use, and nothing is lost',
  async (dialect) => {
    const site = await createOperatedSite(dialect);
    const { code, err } = await upgrade(site, { USABLE_FROM: VERSION, BACKUP_URL: site.folder });
    expect({ code, err }).toMatchObject({ code: 0 });
    await addPostOfLea(site, 'After the upgrade');
    await site.operate(['reports']);
    await site.operate(['backup', site.folder]);
    await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(['First', 'Of Jun', 'After the upgrade']);
  },
);

test('the old version does not go on with a schema for later ones', async () => {
  const site = await createOperatedSite('sqlite');
  await upgrade(site, { USABLE_FROM: '99.0.0' });
  expect(await site.fail(['reports'])).toMatch(NEWER);
});

test('a killed upgrade leaves no part of a restore point, and all older ones', async () => {
  const site = await createOperatedSite('sqlite');
  const points = join(site.instance.dataDir, 'restore-points');
  const listWhole = () => globSync('*/glean.sqlite', { cwd: points }).toSorted();
  for (let nth = 0; nth < 3; nth += 1) {
    await upgrade(site);
    await downgrade(site);
  }
  const before = listWhole();
  expect(before).toHaveLength(3);
  await upgrade(site, interruptedAt(1, 'SIGKILL'));
  expect(await readdir(points)).toHaveLength(4);
  expect(listWhole()).toEqual(before);
  await upgrade(site);
  expect(listWhole()).toEqual([...before.slice(1), expect.any(String)]);
  expect(await readdir(points)).toHaveLength(3);
});

test.runIf(inject('postgres'))(
  'Postgres is dumped to BACKUP_URL; without it, the log says that there is no restore point',
  async () => {
    const site = await createOperatedSite('postgres');
    const { code, err } = await upgrade(site);
    expect(code).toBe(0);
    expect(err).toMatch(/"event":"restore_point_missing","problem":"BACKUP_URL is not set/);
    await downgrade(site);
    const { code: second } = await upgrade(site, { BACKUP_URL: site.folder });
    expect(second).toBe(0);
    expect(listBackups(site.folder)).toEqual([expect.stringMatching(/^glean-upgrade-.*Z\.dump$/)]);
    expect(await site.fail(['reports'])).toMatch(NEWER);
    await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(['First', 'Of Jun']);
    await site.operate(['reports']);
  },
);
