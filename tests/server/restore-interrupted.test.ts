// Restores on SQLite that are killed, stopped or fail at each of their last steps.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { interruptedAt } from '#tests/support/server/interrupted.ts';
import {
  addPostOfLea,
  createOperatedSite,
  type OperatedSite,
} from '#tests/support/server/operated-site.ts';
import { OPERATOR, PRODUCTION, runOperator } from '#tests/support/server/run-operator.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';

const BACKED_UP = ['First', 'Of Jun'];
const BEFORE = [...BACKED_UP, 'Later'];

async function createBackedUpSite(): Promise<OperatedSite> {
  const site = await createOperatedSite('sqlite');
  await site.operate(['backup', site.folder]);
  await addPostOfLea(site, 'Later');
  return site;
}

/** @returns paths of the restore points' databases */
function restorePointsOf({ instance }: OperatedSite): string[] {
  const folder = join(instance.dataDir, 'restore-points');
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).map((name) => join(folder, name, 'glean.sqlite'));
  return paths.filter((path) => existsSync(path));
}

test('killed before any of its last steps, it leaves the old or the new site, and no restore point that is the site', async () => {
  const results: string[][] = [];
  for (let nth = 1; nth < 10; nth += 1) {
    const site = await createBackedUpSite();
    const settings = interruptedAt(nth, 'SIGKILL');
    const { out } = await runOperator(site.instance, ['restore', site.folder], settings);
    for (const path of restorePointsOf(site)) expect(statSync(path).nlink).toBe(1);
    if (out) break;
    results.push(await site.titles());
    // Leftovers do not disturb the next restore.
    const again = await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(BACKED_UP);
    expect(again).toContain('before is in');
  }
  // Killed before the link, before the database's rename, and before the restore point's.
  expect(results).toEqual([BEFORE, BEFORE, BACKED_UP]);
});

/** Starts a restore that stops itself before the database's rename. */
async function startStopped({ instance, folder }: OperatedSite): Promise<ChildProcess> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: instance.dataDir,
    PUBLIC_URL: 'http://x',
    ...PRODUCTION,
    ...interruptedAt(2, 'SIGSTOP'),
  };
  const restore = spawn(process.execPath, [OPERATOR, 'restore', folder], { env, stdio: 'ignore' });
  onTestFinished(() => void restore.kill('SIGKILL'));
  await expect.poll(() => existsSync(join(instance.dataDir, 'restore-points'))).toBe(true);
  return restore;
}

test('until it ends no server and no other restore can open the database', async () => {
  const site = await createBackedUpSite();
  const restore = await startStopped(site);
  const ended = once(restore, 'exit');
  // Opened like a server does.
  using database = new DatabaseSync(databaseAddress(site.instance), { timeout: 0 });
  expect(() => database.exec('pragma journal_mode = wal')).toThrow(/locked/);
  expect(await site.fail(['restore', site.folder])).toMatch(/^The site is running/);
  restore.kill('SIGCONT');
  expect((await ended)[0]).toBe(0);
  // For a connection from before the rename.
  expect(() => database.exec('pragma journal_mode = wal')).toThrow(/readonly/);
  expect(await site.titles()).toEqual(BACKED_UP);
});

test('an error after the database was replaced does not claim that nothing changed', async () => {
  const site = await createBackedUpSite();
  const failAt = (nth: number) => site.fail(['restore', site.folder], interruptedAt(nth, 'throw'));
  expect(await failAt(2)).toBe('The disk is away. Nothing was changed.\n');
  expect(await site.titles()).toEqual(BEFORE);
  expect(await failAt(3)).toMatch(
    /^The site is restored, but its restore point in .+ disk is away/,
  );
  expect(await site.titles()).toEqual(BACKED_UP);
});
