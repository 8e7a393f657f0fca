// Before a database is migrated, a copy of it is made.
import { globSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, inject, test } from 'vitest';

import { migrations } from '#lib/server/platform/db/migrations/all.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { interruptedAt } from '#tests/support/server/interrupted.ts';
import { createOperatedSite, type OperatedSite } from '#tests/support/server/operated-site.ts';
import { runOperator } from '#tests/support/server/run-operator.ts';
import { undoSince } from '#tests/support/site/undo-migrations.ts';

const [previous, last] = Object.keys(migrations('sqlite')).slice(-2);

const LAST_OF = 'select max(name) as name from kysely_migration';

/** Undoes the last migration. */
const downgrade = ({ onDatabase }: OperatedSite) =>
  onDatabase(({ db }) => undoSince(db, String(last)));

test('SQLite has a restore point, as it was before the upgrade', async () => {
  const site = await createOperatedSite('sqlite');
  const points = join(site.instance.dataDir, 'restore-points');
  await site.operate(['reports']);
  await expect(readdir(points)).rejects.toThrow('ENOENT');
  for (let nth = 0; nth < 4; nth += 1) {
    await downgrade(site);
    await site.operate(['reports']);
  }
  const names = (await readdir(points)).toSorted();
  expect(names).toHaveLength(3);
  const copy = new DatabaseSync(join(points, names[0] ?? '', 'glean.sqlite'), { readOnly: true });
  expect(copy.prepare('select count(*) as n from posts').get()).toEqual({ n: 2 });
  expect(copy.prepare(LAST_OF).get()).toEqual({ name: previous });
  copy.close();
  await site.operate(['restore', join(points, names[0] ?? '')]);
  expect(await site.titles()).toEqual(['First', 'Of Jun']);
});

test('an upgrade that is killed leaves no part of a restore point, and all older ones', async () => {
  const site = await createOperatedSite('sqlite');
  const points = join(site.instance.dataDir, 'restore-points');
  const listWhole = () => globSync('*/glean.sqlite', { cwd: points }).toSorted();
  for (let nth = 0; nth < 3; nth += 1) {
    await downgrade(site);
    await site.operate(['reports']);
  }
  const before = listWhole();
  expect(before).toHaveLength(3);
  await downgrade(site);
  await runOperator(site.instance, ['reports'], interruptedAt(1, 'SIGKILL'));
  expect(await readdir(points)).toHaveLength(4);
  expect(listWhole()).toEqual(before);
  await site.operate(['reports']);
  expect(listWhole()).toEqual([...before.slice(1), expect.any(String)]);
  expect(await readdir(points)).toHaveLength(3);
});

test.runIf(inject('postgres'))(
  'Postgres is dumped to BACKUP_URL; without it, the log says that there is no restore point',
  async () => {
    const site = await createOperatedSite('postgres');
    await downgrade(site);
    const { code, err } = await runOperator(site.instance, ['reports']);
    expect(code).toBe(0);
    expect(err).toMatch(/"event":"restore_point_missing","problem":"BACKUP_URL is not set/);
    await downgrade(site);
    await site.operate(['reports'], { BACKUP_URL: site.folder });
    expect(listBackups(site.folder)).toEqual([expect.stringMatching(/^glean-upgrade-.*Z\.dump$/)]);
    await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(['First', 'Of Jun']);
  },
);
