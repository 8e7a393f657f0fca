import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { DELETION_DAYS } from '#lib/contract/people/deletions.ts';
import { skipVersions } from '#lib/server/notifications/inbox/queries.ts';
import { clearReasons } from '#lib/server/people/audit-log/queries.ts';
import { recountAll } from '#lib/server/people/members/queries.ts';
import { ConfigError, errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import { listPending, migrate } from '#lib/server/platform/db/migrate.ts';
import { createDataDirectory, type Database } from '#lib/server/platform/db/open-database.ts';
import type { ErasedMemberTable, Executor } from '#lib/server/platform/db/schema.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { eraseRows } from '#lib/server/privacy/erasures/erase-member.ts';
import {
  insertErasedMembers,
  listExisting,
  postponeDeletions,
} from '#lib/server/privacy/erasures/queries.ts';

import {
  BackupError,
  type BackupPlace,
  dialectOfFile,
  isBucketUrl,
  LateRestoreError,
  openPlace,
  parseBackupName,
  untilNow,
  withWorkFolder,
} from './backup-place.ts';
import { mergeErased, readErasedMembers } from './erased-list.ts';
import { copyFiles } from './make-backup.ts';
import { deleteTransientRows, listErasedMembers } from './queries.ts';
import { restorePostgres, restoreSchema } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';
import type { Replaced, RestoreSteps } from './restore-steps.ts';
import { isPostgresUrl } from './save-snapshot.ts';

/** A backup to restore. */
export interface RestoreSource {
  place: BackupPlace;
  name: string;
  dialect: DialectName;
}

/** Splits the URL of a backup in a bucket. @throws ConfigError that does not contain the URL, which has a secret */
function splitBucketUrl(text: string): { place: string; name: string } {
  const url = URL.parse(text);
  if (!url)
    throw new ConfigError('The backup’s URL must be like s3://KEY:SECRET@host/bucket/name.');
  const [, bucket = '', name = ''] = url.pathname.split('/');
  url.pathname = `/${bucket}`;
  return { place: url.href, name };
}

function splitPath(path: string): { place: string; name: string } {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new BackupError(`There is no backup ${path}.`);
  if (stats.isDirectory()) return { place: path, name: '' };
  return { place: dirname(path), name: basename(path) };
}

/** @returns the newest backup in a place; one made before an upgrade only when there is no other */
async function findNewest(place: BackupPlace): Promise<string> {
  const all = await place.list();
  const past = untilNow(all, Date.now());
  const backups = past.length > 0 ? past : all;
  const newest = backups.find(({ isUpgrade }) => !isUpgrade) ?? backups[0];
  if (newest) return newest.name;
  throw new BackupError(
    `${place.label} is no backup: it has no file glean-….sqlite or glean-….dump.`,
  );
}

/**
 * Finds a backup.
 * @param text a folder or bucket, for its newest backup; a file in one; or the name of a backup in `BACKUP_URL`
 * @param resolvePath resolves a path that the operator typed
 * @throws BackupError
 */
export async function findSource(
  text: string,
  { backupUrl, dataDir }: Config,
  resolvePath: (path: string) => string,
): Promise<RestoreSource> {
  const isName = parseBackupName(text) && !statSync(resolvePath(text), { throwIfNoEntry: false });
  const split = () => (isBucketUrl(text) ? splitBucketUrl(text) : splitPath(resolvePath(text)));
  const at = isName && backupUrl ? { place: backupUrl, name: text } : split();
  const place = await openPlace(at.place, dataDir);
  const name = at.name || (await findNewest(place));
  const dialect = dialectOfFile(name);
  if (!dialect) throw new BackupError(`${name} is no backup: it ends with .sqlite or .dump.`);
  return { place, name, dialect };
}

// SQLite allows 32,766 parameters per statement, and each member takes two.
const BATCH = 1000;
const DAY_MS = 86_400_000;

/**
 * Erases members again; the ids of missing ones are only recorded. Counters must be recounted afterwards.
 * @param erased not empty
 */
export async function eraseMembers(tx: Executor, erased: ErasedMemberTable[]): Promise<void> {
  await insertErasedMembers(tx, erased);
  const ids = await listExisting(
    tx,
    erased.map(({ member_id }) => member_id),
  );
  for (const id of ids) await eraseRows(tx, id, Date.now());
  // The log in the backup may be newer than its member.
  await clearReasons(
    tx,
    erased.map(({ member_id }) => member_id),
  );
}

/**
 * Updates a restored database, before it replaces the site's: migrates it, and removes the members erased since,
 * sessions, tokens, codes and queued emails.
 * @param erased the erased members that the site and the backups know
 * @throws BackupError when it is not a database of the site
 */
async function completeRestored(database: Database, erased: ErasedMemberTable[]): Promise<void> {
  if ((await listPending(database)) === null)
    throw new BackupError('The file is no backup of a Glean site: it has none of its tables.');
  await migrate(database);
  await database.db.transaction().execute(async (tx) => {
    const all = mergeErased(await listErasedMembers(tx), erased);
    for (let start = 0; start < all.length; start += BATCH)
      await eraseMembers(tx, all.slice(start, start + BATCH));
    await deleteTransientRows(tx);
    // Members who canceled a deletion after the backup need time to cancel it again.
    await postponeDeletions(tx, Date.now() + DELETION_DAYS * DAY_MS);
    await skipVersions(tx, Date.now());
    await recountAll(tx);
  });
}

/** The list of erased members beside the nightly backups. @throws BackupError when their place cannot be reached */
async function readNightlyList({ backupUrl, dataDir }: Config) {
  if (!backupUrl) return [];
  try {
    return await readErasedMembers(await openPlace(backupUrl, dataDir));
  } catch (error) {
    throw new BackupError(
      `${errorText(error)} BACKUP_URL has the list of erased members: fix it, or set \`BACKUP_URL=\` for this command and erase again whom you erased.`,
      { cause: error },
    );
  }
}

/** The lists of erased members beside the backup, and beside the nightly ones if that is another place. */
const readLists = async (config: Config, source?: RestoreSource) =>
  mergeErased(source ? await readErasedMembers(source.place) : [], await readNightlyList(config));

const createSteps = (config: Config, source?: RestoreSource): RestoreSteps => ({
  async complete(database, erased) {
    await completeRestored(database, mergeErased(await readLists(config, source), erased ?? []));
  },
  async copyFiles() {
    if (!source) return 0;
    const files = await openStorage(config.storageUrl, config.dataDir);
    return copyFiles(await source.place.openMedia(), files);
  },
});

/** Adds to an error that the site is unchanged, when it is. */
async function undoing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof LateRestoreError) throw error;
    throw new BackupError(`${errorText(error).replace(/\.?$/, '.')} Nothing was changed.`, {
      cause: error,
    });
  });
}

/**
 * Restores a backup while the site is stopped: first beside the site, without the members erased since; it replaces
 * the site only after all checks.
 * @throws BackupError; the site is then unchanged, except for a LateRestoreError
 */
export async function restoreSite(config: Config, source: RestoreSource): Promise<Replaced> {
  const { databaseUrl, dataDir } = config;
  if (isPostgresUrl(databaseUrl) !== (source.dialect === 'postgres'))
    throw new BackupError(
      `${source.name} is a backup of another kind of database: set DATABASE_URL to that kind, and restore again.`,
    );
  createDataDirectory(dataDir);
  const steps = createSteps(config, source);
  return undoing(
    withWorkFolder(dataDir, async (folder) => {
      const file = await source.place.open(source.name, folder);
      return source.dialect === 'postgres'
        ? restorePostgres(databaseUrl, file, steps)
        : restoreSqlite(config, file, steps);
    }),
  );
}

/**
 * Restores a restore point of a Postgres database while the site is stopped.
 * @param schema the name of the restore point
 * @throws BackupError; the site is then unchanged, except for a LateRestoreError
 */
export async function restoreRestorePoint(config: Config, schema: string): Promise<Replaced> {
  if (!isPostgresUrl(config.databaseUrl))
    throw new BackupError(`${schema} is in a PostgreSQL database: set DATABASE_URL to that one.`);
  return undoing(restoreSchema(config.databaseUrl, schema, createSteps(config)));
}
