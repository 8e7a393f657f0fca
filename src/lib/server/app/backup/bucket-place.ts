import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { S3mini } from 's3mini';

import {
  CHECKSUM_HEADER,
  createBucketFetch,
  createPrefixStore,
  listObjects,
  parseBucketUrl,
  verifyBody,
} from '#lib/server/platform/storage/bucket-store.ts';

import { BackupError, parseBackupName } from './backup-name.ts';
import { type Backup, type BackupPlace, sortBackups } from './backup-place.ts';
import { withWorkFolder } from './work-folder.ts';

const MEDIA = 'media/';
const PREFIX = 'glean';
const TYPE = 'application/octet-stream';
const TEXT_TYPE = 'text/plain; charset=utf-8';
// A request that uploads a database gets its response when all of it is there.
const UPLOAD_TIMEOUT_MS = 3_600_000;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;

async function hashFile(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('base64');
}

/** Reads an object. @throws StorageError when it is not whole, BackupError when it is missing */
async function readObject(bucket: S3mini, name: string) {
  const response = await bucket.getObjectResponse(name);
  if (!response?.body) throw new BackupError(`There is no backup ${name} in the bucket.`);
  return verifyBody(response.body, response.headers.get(CHECKSUM_HEADER), IDLE_MS);
}

/** Uploads a file, and reads it back: the bucket has stored what was checked. */
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
    // Its type declares the size as a number, but it is a string.
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
 * Opens a bucket with backups.
 * @param url `s3://KEY:SECRET@host/bucket`, as `parseBucketUrl` takes it
 * @param dataDir where a backup is made before it is uploaded
 * @throws ConfigError when the URL is wrong
 */
export function openBucketPlace(url: string, dataDir: string): BackupPlace {
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
