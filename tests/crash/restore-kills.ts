// Kills the operator's `restore` with SIGKILL at any moment, beside the log of a killed server, and checks that the
// database is whole: that of before, or that of the backup.
//   node tests/crash/restore-kills.ts [--rounds 40]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/db/migrate.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { PRODUCTION } from '#tests/support/run-operator.ts';
import { addSignedInMembers } from '#tests/support/server-process.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const COMMAND = resolve(import.meta.dirname, '../../scripts/operator.ts');
const BACKED_UP = 10;
const LATER = 2000;
// Of the steps after the copy has begun.
const LONGEST_MS = 150;

/** Creates a backup, and the folder of a site that was killed: its newest rows are in the log. */
async function prepare(root: string): Promise<{ backup: string; killed: string }> {
  const [live, backup, killed] = [join(root, 'live'), join(root, 'backup'), join(root, 'killed')];
  for (const folder of [live, backup]) await mkdir(folder);
  const path = join(live, 'glean.sqlite');
  const database = openDatabase(path);
  await migrate(database);
  await addSignedInMembers(database, BACKED_UP);
  const copy = new DatabaseSync(path);
  copy.exec(`vacuum into '${join(backup, 'glean.sqlite')}'`);
  copy.close();
  await addSignedInMembers(database, LATER);
  await cp(live, killed, { recursive: true });
  await database.close();
  return { backup, killed };
}

async function killRestore(dataDir: string, backup: string): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://x',
    ...PRODUCTION,
  };
  const restore = spawn(process.execPath, [COMMAND, 'restore', backup], { env, stdio: 'ignore' });
  const ended = once(restore, 'exit');
  const copy = join(dataDir, 'glean.sqlite.restored');
  while (restore.exitCode === null && !existsSync(copy)) await pause(1);
  await Promise.race([ended, pause(Math.random() * LONGEST_MS)]);
  restore.kill('SIGKILL');
  await ended;
}

/** @returns what the database is, or what is wrong with it */
function look(dataDir: string): string {
  const database = new DatabaseSync(join(dataDir, 'glean.sqlite'));
  try {
    const check = database.prepare('pragma integrity_check').get();
    if (check?.['integrity_check'] !== 'ok') return 'torn';
    const members = database.prepare('select count(*) as n from members').get()?.['n'];
    if (members === BACKED_UP) return 'restored';
    return members === BACKED_UP + LATER ? 'as before' : `${String(members)} members`;
  } catch (error) {
    return String(error);
  } finally {
    database.close();
  }
}

const root = await mkdtemp(join(tmpdir(), 'glean-restore-'));
try {
  const { backup, killed } = await prepare(root);
  const counts: Record<string, number> = {};
  for (let nth = 0; nth < Number(values.rounds); nth += 1) {
    const dataDir = join(root, `round-${nth}`);
    await cp(killed, dataDir, { recursive: true });
    await killRestore(dataDir, backup);
    const result = look(dataDir);
    counts[result] = (counts[result] ?? 0) + 1;
    await rm(dataDir, { recursive: true });
  }
  console.log(counts);
  const { restored = 0, 'as before': before = 0 } = counts;
  process.exitCode = restored + before === Number(values.rounds) ? 0 : 1;
} finally {
  await rm(root, { recursive: true });
}
