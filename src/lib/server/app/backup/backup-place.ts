import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { S3mini } from 's3mini';

import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import {
  CHECKSUM_HEADER,
  createBucketFetch,
  createPrefixStore,
  listObjects,
  parseBucketUrl,
  verifyBody,
} from '#lib/server/platform/storage/bucket-store.ts';
import {
  createDiskStore,
  prepareDirectory,
  syncPath,
  writeFileAtomically,
} from '#lib/server/platform/storage/disk-store.ts';
import type { FileStore } from '#lib/server/platform/storage/file-store.ts';

const WORK = 'backup-work';
// Older temporary files are left from a crash; newer ones may belong to another process.
const STALE_MS = 24 * 3_600_000;

/** Deletes temporary files, by their names, that a crash left in a folder. */
async function deleteStale(folder: string, isTemporary: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isTemporary)) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > STALE_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Runs `work` with a new folder in the data directory, then deletes the folder. */
export async function withWorkFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = join(dataDir, WORK);
  await mkdir(parent, { recursive: true });
  await deleteStale(parent, () => true);
  const folder = await mkdtemp(join(parent, 'x-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A failed backup or restore; the message contains what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A restore that failed when the site was, or may have been, already replaced; the message says which. */
export class LateRestoreError extends BackupError {}

/** The parsed file name of a backup. */
interface BackupName {
  name: string;
  dialect: DialectName;
  /** when it was started, milliseconds since 1970; 0 when the name has no time */
  time: number;
  /** made before an upgrade: has only the database */
  isUpgrade: boolean;
}

const EXTENSIONS: Record<DialectName, string> = { sqlite: 'sqlite', postgres: 'dump' };
const NAME = /^glean-(upgrade-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(sqlite|dump)$/;
// The name in the folder of a restore point.
const UNNAMED = 'glean.sqlite';

/** @returns a time for file names: in UTC, without colons */
const toFileTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** @returns the name of a backup that starts now; names sort by time */
export const toBackupName = (time: number, dialect: DialectName, { isUpgrade = false } = {}) =>
  `glean-${isUpgrade ? 'upgrade-' : ''}${toFileTime(time)}.${EXTENSIONS[dialect]}`;

/** @returns the parsed name of a backup, or null for another file */
export function parseBackupName(name: string): BackupName | null {
  if (name === UNNAMED) return { name, dialect: 'sqlite', time: 0, isUpgrade: false };
  const [, upgrade, day, hour, minute, second, extension] = NAME.exec(name) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) return null;
  const dialect = extension === EXTENSIONS.sqlite ? 'sqlite' : 'postgres';
  return { name, dialect, time, isUpgrade: Boolean(upgrade) };
}

/** @returns the kind of database in a backup, by the file's extension, or null */
export function dialectOfFile(path: string): DialectName | null {
  const extension = basename(path).split('.').at(-1);
  if (extension === EXTENSIONS.sqlite) return 'sqlite';
  return extension === EXTENSIONS.postgres ? 'postgres' : null;
}

// Clocks that NTP set may have been slightly ahead.
const AHEAD_MS = 3_600_000;

/** A stored backup. */
export interface Backup extends BackupName {
  bytes: number;
}

/** Where backups are stored: a folder or a bucket. */
export interface BackupPlace {
  /** for messages; has no password */
  label: string;
  /** the folder on this machine where a backup is written first */
  workFolder: string;
  /** Opens the store of images and documents that all its backups share. */
  openMedia(): Promise<FileStore>;
  /**
   * Stores a backup, either completely or not at all.
   * @param make writes and checks the file at a path; when it throws, nothing is stored
   * @returns the size in bytes
   */
  save(name: string, make: (path: string) => Promise<void>): Promise<number>;
  /** @returns the path of a backup on this machine; from a bucket, it is downloaded into `folder` */
  open(name: string, folder: string): Promise<string>;
  /** Lists the backups, newest first. */
  list(): Promise<Backup[]>;
  remove(name: string): Promise<void>;
  /** @returns the content of a file stored beside the backups, or null */
  readText(name: string): Promise<string | null>;
  writeText(name: string, text: string): Promise<void>;
}

/** Sorts backups, newest first. */
const sortBackups = (backups: Backup[]): Backup[] => backups.toSorted((a, b) => b.time - a.time);

/**
 * Leaves out backups dated in the future by a wrong clock, so that none counts as newest. @param now milliseconds
 * since 1970
 */
export const untilNow = (backups: Backup[], now: number): Backup[] =>
  backups.filter(({ time }) => time <= now + AHEAD_MS);

const MEDIA = 'media/';
const PREFIX = 'glean';
const TYPE = 'application/octet-stream';
const TEXT_TYPE = 'text/plain; charset=utf-8';
// An upload of a database gets its response only when all of it has arrived.
const UPLOAD_TIMEOUT_MS = 3_600_000;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;

async function hashFile(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('base64');
}

/** @throws StorageError when the object is incomplete, BackupError when it is missing */
async function readObject(bucket: S3mini, name: string) {
  const response = await bucket.getObjectResponse(name);
  if (!response?.body) throw new BackupError(`There is no backup ${name} in the bucket.`);
  return verifyBody(response.body, response.headers.get(CHECKSUM_HEADER), IDLE_MS);
}

/** Uploads a file, and reads it back to compare the hashes. */
async function upload(bucket: S3mini, name: string, path: string): Promise<number> {
  const sha256 = await hashFile(path);
  const file = await openAsBlob(path);
  const checksums = { 'x-amz-checksum-sha256': sha256, [CHECKSUM_HEADER]: sha256 };
  const response = await bucket.putObject(name, file, TYPE, undefined, checksums, file.size);
  await response.arrayBuffer();
  try {
    await checkStored(bucket, name, file.size);
  } catch (error) {
    await bucket.deleteObject(name);
    throw error;
  }
  return file.size;
}

async function checkStored(bucket: S3mini, name: string, size: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of await readObject(bucket, name)) bytes += chunk.length;
  if (bytes !== size)
    throw new BackupError(`The bucket stored ${bytes} of ${size} bytes of ${name}: run it again.`);
}

async function list(bucket: S3mini): Promise<Backup[]> {
  const backups: Backup[] = [];
  for await (const { Key, Size } of listObjects(bucket, PREFIX)) {
    const parsed = parseBackupName(Key);
    // The type declares the size as a number, but it is a string.
    if (parsed) backups.push({ ...parsed, bytes: Number(`${Size}`) });
  }
  return sortBackups(backups);
}

async function writeText(bucket: S3mini, name: string, text: string): Promise<void> {
  const sha256 = createHash('sha256').update(text).digest('base64');
  const checksums = { 'x-amz-checksum-sha256': sha256, [CHECKSUM_HEADER]: sha256 };
  const response = await bucket.putObject(name, text, TEXT_TYPE, undefined, checksums);
  await response.arrayBuffer();
}

/**
 * Opens a bucket for backups.
 * @param url `s3://KEY:SECRET@host/bucket`, as `parseBucketUrl` takes it
 * @param dataDir the directory where a backup is made before its upload
 * @throws ConfigError when the URL is wrong
 */
function openBucketPlace(url: string, dataDir: string): BackupPlace {
  const options = parseBucketUrl(url, 'BACKUP_URL');
  const bucket = new S3mini({ ...options, fetch: createBucketFetch(TIMEOUT_MS) });
  const uploads = new S3mini({ ...options, fetch: createBucketFetch(UPLOAD_TIMEOUT_MS) });
  return {
    label: options.endpoint,
    workFolder: dataDir,
    openMedia: async () => createPrefixStore(bucket, MEDIA, IDLE_MS),
    save: (name, make) =>
      withWorkFolder(dataDir, async (folder) => {
        const path = join(folder, name);
        await make(path);
        return upload(uploads, name, path);
      }),
    async open(name, folder) {
      const path = join(folder, name);
      const body = Readable.from(await readObject(bucket, name));
      await pipeline(body, createWriteStream(path, { flush: true }));
      return path;
    },
    list: () => list(bucket),
    remove: async (name) => void (await bucket.deleteObject(name)),
    async readText(name) {
      const response = await bucket.getObjectResponse(name);
      return response ? response.text() : null;
    },
    writeText: (name, text) => writeText(bucket, name, text),
  };
}

const PARTIAL = '.partial';

async function save(path: string, make: (path: string) => Promise<void>): Promise<number> {
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  await deleteStale(dirname(path), (name) => name.endsWith(PARTIAL));
  try {
    await make(partial);
    await syncPath(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
  return (await stat(path)).size;
}

async function listFolder(folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const file of await readdir(folder)) {
    const parsed = parseBackupName(file);
    const stats = parsed && (await stat(join(folder, file)));
    if (parsed && stats)
      backups.push({ ...parsed, time: parsed.time || stats.mtimeMs, bytes: stats.size });
  }
  return sortBackups(backups);
}

/**
 * @param options `isNew`: creates the folder when missing, but not its parent, which may be a disk that is not
 *   mounted
 * @throws BackupError when the folder cannot be used
 */
async function requireFolder(folder: string, { isNew }: { isNew: boolean }): Promise<void> {
  try {
    if (isNew) await mkdir(folder, { recursive: true });
    await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupError(`There is no folder ${folder}: mount its disk, or create it.`);
    throw new BackupError(
      `${folder} cannot be used for backups (${errorText(error)}): make sure this user can write to it.`,
    );
  }
}

/**
 * Opens a folder with backups.
 * @param options `isNew`: creates the folder when missing
 * @throws BackupError when it cannot be used
 */
export async function openFolderPlace(
  path: string,
  options: { isNew: boolean },
): Promise<BackupPlace> {
  const folder = resolve(path);
  await requireFolder(folder, options);
  const pathOf = (name: string) => join(folder, name);
  return {
    label: folder,
    workFolder: folder,
    openMedia: () => createDiskStore(pathOf('media')),
    save: (name, make) => save(pathOf(name), make),
    async open(name) {
      if (existsSync(pathOf(name))) return pathOf(name);
      throw new BackupError(`There is no backup ${name} in ${folder}: \`backups\` lists them.`);
    },
    list: () => listFolder(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
    readText: (name) =>
      readFile(pathOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async writeText(name, text) {
      const directories = { tmpDir: await prepareDirectory(folder), root: folder };
      await writeFileAtomically(pathOf(name), Buffer.from(text), directories);
    },
  };
}

export const isBucketUrl = (place: string): boolean => place.startsWith('s3:');

/**
 * Opens the place that stores backups.
 * @param place a folder, or `s3://KEY:SECRET@host/bucket`
 * @param dataDir the directory where a backup is made before it is stored
 * @param options `isNew`: creates a missing folder
 * @throws BackupError, ConfigError
 */
export const openPlace = async (
  place: string,
  dataDir: string,
  { isNew = false } = {},
): Promise<BackupPlace> =>
  isBucketUrl(place) ? openBucketPlace(place, dataDir) : openFolderPlace(place, { isNew });
