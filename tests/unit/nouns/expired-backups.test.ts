import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  type Backup,
  openFolderPlace,
  parseBackupName,
  toBackupName,
} from '#lib/server/app/backup/backup-place.ts';
import { listExpired, nightOf } from '#lib/server/app/backup/expired-backups.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const HOUR = 2;
const DAY_MS = 86_400_000;
// A Monday, 2:30 in Manila.
const MONDAY = Date.parse('2026-11-22T18:30:00Z');

const backupAt = (time: number, isUpgrade = false): Backup => ({
  ...(parseBackupName(toBackupName(time, 'sqlite', { isUpgrade })) as Backup),
  bytes: 1,
});
const expire = (backups: Backup[]) => {
  const newestFirst = backups.toSorted((a, b) => b.time - a.time);
  const expired = new Set(listExpired(newestFirst, HOUR));
  return newestFirst.filter((each) => !expired.has(each)).map(({ time }) => time);
};

test('a name shows when a backup was made and of which database', () => {
  expect(toBackupName(MONDAY, 'postgres')).toBe('glean-2026-11-22T18-30-00Z.dump');
  const name = toBackupName(MONDAY, 'postgres', { isUpgrade: true });
  expect(parseBackupName(name)).toEqual({
    name,
    dialect: 'postgres',
    time: MONDAY,
    isUpgrade: true,
  });
  for (const other of ['glean-2026.sqlite', `${name}.partial`, 'erased-members.json'])
    expect(parseBackupName(other)).toBeNull();
});

test('a night begins at its hour in the region', () => {
  expect(nightOf(MONDAY, HOUR)).toBe('2026-11-23');
  expect(nightOf(MONDAY - 3_600_000, HOUR)).toBe('2026-11-22');
  expect(nightOf(MONDAY - 3_600_000, 1)).toBe('2026-11-23');
});

test('the backups of 14 nights and 8 weeks stay', () => {
  const nights = Array.from({ length: 100 }, (_, nth) => MONDAY - nth * DAY_MS);
  const stay = expire(nights.map((time) => backupAt(time)));
  // The newest of a week is Sunday's, except for the current week, which only has Monday's.
  const sundays = Array.from({ length: 7 }, (_, nth) => MONDAY - (1 + nth * 7) * DAY_MS);
  expect(stay).toEqual(
    [...new Set([...nights.slice(0, 14), ...sundays])].toSorted((a, b) => b - a),
  );
});

test('of each night only the newest stays, but all of the last day', () => {
  const times = Array.from({ length: 5 }, (_, nth) => MONDAY + nth * 60_000);
  const newestFirst = times.toReversed();
  expect(expire(times.map((time) => backupAt(time)))).toEqual(newestFirst);
  const next = MONDAY + 2 * DAY_MS;
  expect(expire([next, ...times].map((time) => backupAt(time)))).toEqual([next, newestFirst[0]]);
});

test('the last 3 from before upgrades stay, without replacing others', () => {
  const times = Array.from({ length: 5 }, (_, nth) => MONDAY + nth * 60_000);
  const backups = [backupAt(MONDAY), ...times.map((time) => backupAt(time, true))];
  expect(expire(backups)).toEqual([...times.slice(2).toReversed(), MONDAY]);
});

test('nights without a backup do not count: the last ones stay, however old', () => {
  const old = Array.from({ length: 10 }, (_, nth) => MONDAY - (100 + nth) * DAY_MS);
  expect(expire([MONDAY, ...old].map((time) => backupAt(time)))).toHaveLength(11);
});

test('those from before upgrades expire after 8 weeks, if newer ones exist', () => {
  const old = [backupAt(MONDAY - 57 * DAY_MS, true), backupAt(MONDAY - 55 * DAY_MS, true)];
  expect(expire([backupAt(MONDAY), ...old])).toEqual([MONDAY, MONDAY - 55 * DAY_MS]);
  expect(expire(old)).toHaveLength(2);
});

test('a backup without a time in its name is as old as its file', async () => {
  const folder = await createTemporaryFolder();
  const file = join(folder, 'glean.sqlite');
  await writeFile(file, '');
  await utimes(file, MONDAY / 1000, MONDAY / 1000);
  const place = await openFolderPlace(folder, { isNew: false });
  expect(await place.list()).toMatchObject([{ name: 'glean.sqlite', time: MONDAY }]);
});
