// What an upgrade does with the site's data: `node scripts/upgrade/site.ts <command>`, as the site's owner. It prints
// JSON.
import { mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { inspect } from 'node:util';

import { BackupError } from '#lib/server/app/backup/backup-place.ts';
import { makeRestorePoint } from '#lib/server/app/backup/restore-points.ts';
import { isPostgresUrl } from '#lib/server/app/backup/save-snapshot.ts';
import type { Finding } from '#lib/server/app/checks/finding.ts';
import { examineSite } from '#lib/server/app/doctor/examine-site.ts';
import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { type Config, readConfig } from '#lib/server/platform/config/config.ts';
import { readDatabaseSize } from '#lib/server/platform/db/maintenance.ts';
import { listPending } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { home, readSettings } from '#scripts/run/settings.ts';

import type { Env } from './as-owner.ts';
import { copyPostgres, copySqlite, dropPostgresCopy } from './copies.ts';
import { countLost, listPoints } from './lost-rows.ts';

async function withDatabase<T>(
  { databaseUrl }: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(databaseUrl, { isCommand: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const copyFolder = ({ dataDir }: Config): string => resolve(dataDir, 'rehearsal');

/** Deletes the copy of a rehearsal. */
async function dropCopy(config: Config): Promise<null> {
  if (isPostgresUrl(config.databaseUrl)) await dropPostgresCopy(config.databaseUrl);
  rmSync(copyFolder(config), { recursive: true, force: true });
  return null;
}

/** Copies the database; images are those of the site. @returns the settings with which a server works on the copy */
async function copy(config: Config): Promise<Env> {
  const folder = copyFolder(config);
  await dropCopy(config);
  mkdirSync(folder, { mode: 0o700 });
  if (!config.storageUrl) symlinkSync(resolve(config.dataDir, 'media'), join(folder, 'media'));
  const databaseUrl = isPostgresUrl(config.databaseUrl)
    ? await copyPostgres(config.databaseUrl, folder)
    : await copySqlite(config.databaseUrl, folder);
  return { DATA_DIR: folder, DATABASE_URL: databaseUrl };
}

/** @returns whether this version may use the database as it is */
const mayUse = (config: Config): Promise<boolean> =>
  withDatabase(config, async (database) => {
    try {
      await listPending(database);
      return true;
    } catch (error) {
      if (error instanceof ConfigError) return false;
      throw error;
    }
  });

/** A restore point, and all that are there. */
export interface MadePoint {
  restorePoint: string;
  points: string[];
}

/** Deletes the copy, and makes a restore point. @returns what `restore` takes from any folder */
async function restorePoint(config: Config): Promise<MadePoint> {
  await dropCopy(config);
  const made = await makeRestorePoint(config, Date.now());
  return {
    restorePoint: isPostgresUrl(config.databaseUrl) ? basename(made) : resolve(made),
    points: await listPoints(config),
  };
}

/** The state of the site before an upgrade. */
export interface Examined {
  /** what doctor finds wrong */
  wrong: Finding[];
  /** in bytes */
  database: number;
  /** the folder of the data, and its disk */
  dataDir: string;
  device: number;
}

/** Finds out all at once: a process takes seconds to start on a small machine. */
async function examine(config: Config): Promise<Examined> {
  const findings = await examineSite(config, join(home, '.env'));
  return {
    wrong: findings.filter(({ state }) => state === 'wrong'),
    database: await withDatabase(config, (database) =>
      readDatabaseSize(database, config.databaseUrl),
    ),
    dataDir: resolve(config.dataDir),
    device: statSync(config.dataDir).dev,
  };
}

const commands: Partial<Record<string, (config: Config, arg: string) => Promise<unknown>>> = {
  examine,
  copy,
  'drop-copy': dropCopy,
  'restore-point': restorePoint,
  points: listPoints,
  'may-use': mayUse,
  lost: countLost,
};

// The upgrade was killed: the next command would meet what this one goes on with.
process.stdin
  .resume()
  .unref()
  .once('close', () => process.exit(1));
try {
  const [name = '', arg = ''] = process.argv.slice(2);
  readSettings('production');
  const run = commands[name];
  if (!run || (name === 'lost' && !arg)) throw new ConfigError(`There is no command ${name}.`);
  const found = await run(readConfig(process.env), arg);
  process.stdout.write(`${JSON.stringify(found)}\n`);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof BackupError;
  process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}
