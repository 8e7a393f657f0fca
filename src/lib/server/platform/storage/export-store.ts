import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { S3mini } from 's3mini';

import {
  CHECKSUM_HEADER,
  createBucketFetch,
  listObjects,
  parseBucketUrl,
  verifyBody,
} from './bucket-store.ts';
import { prepareDirectory, readStoredFile, requireSpace, syncPath } from './disk-store.ts';
import { StorageError, type StoredFile } from './file-store.ts';

/** Stores members' exports: apart from images, which are served to everyone and are part of backups. */
export interface ExportStore {
  /**
   * Stores a zip either completely or not at all.
   * @param write writes it to a path; when it throws, nothing is stored
   * @returns its size in bytes
   * @throws TypeError for an invalid key
   * @throws StorageError
   */
  save(key: string, write: (path: string) => Promise<void>): Promise<number>;
  /**
   * @returns null for a missing zip or an invalid key
   * @throws StorageError
   */
  get(key: string): Promise<StoredFile | null>;
  /** Removes a zip; a missing one is ignored. @throws StorageError */
  remove(key: string): Promise<void>;
  /** Lists every zip. @throws StorageError */
  list(): AsyncIterable<{ key: string; modified: Date }>;
}

/** The media type of an export. */
const EXPORT_TYPE = 'application/zip';

const EXPORT_KEY = /^[\w-]{22}\.zip$/;

/** Whether this can be an export's key, which allows no path traversal (ASVS 5.3.2). */
const isExportKey = (key: string): boolean => EXPORT_KEY.test(key);

/** @throws TypeError for an invalid key */
function validateExportKey(key: string): void {
  if (!isExportKey(key)) throw new TypeError(`Invalid key ${JSON.stringify(key)}`);
}

const throwStorageError = (verb: string, key: string) => (cause: unknown) => {
  throw new StorageError(`The disk could not ${verb} ${key}.`, { cause });
};

async function* listZips(root: string) {
  const names = await readdir(root).catch(throwStorageError('list', root));
  for (const key of names.filter(isExportKey)) {
    // Another call may delete a file while this one lists.
    const stats = await stat(join(root, key)).catch(() => null);
    if (stats) yield { key, modified: stats.mtime };
  }
}

/**
 * Stores exports in a local directory.
 * @param directory created with the first export
 * @param minFreeBytes the free space below which no export is stored
 */
export function createDiskExports(directory: string, minFreeBytes: number): ExportStore {
  const root = resolve(directory);
  const pathOf = (key: string) => join(root, key);
  const store = async (key: string, write: (path: string) => Promise<void>): Promise<number> => {
    const temporary = join(await prepareDirectory(root), key);
    try {
      await requireSpace(root, minFreeBytes);
      await write(temporary);
      await syncPath(temporary);
      await rename(temporary, pathOf(key));
    } finally {
      await rm(temporary, { force: true });
    }
    await syncPath(root);
    return (await stat(pathOf(key))).size;
  };
  return {
    async save(key, write) {
      validateExportKey(key);
      return store(key, write);
    },
    get: async (key) =>
      isExportKey(key)
        ? readStoredFile(pathOf(key), EXPORT_TYPE).catch(throwStorageError('read', key))
        : null,
    async remove(key) {
      validateExportKey(key);
      await rm(pathOf(key), { force: true }).catch(throwStorageError('remove', key));
    },
    async *list() {
      await prepareDirectory(root).catch(throwStorageError('open', root));
      yield* listZips(root);
    },
  };
}

const PREFIX = 'exports/';
// An upload gets its response only when all of it has arrived.
const UPLOAD_TIMEOUT_MS = 600_000;
const TIMEOUT_MS = 8000;
const IDLE_MS = 3000;

async function hashFile(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('base64');
}

async function upload(bucket: S3mini, key: string, path: string): Promise<number> {
  const sha256 = await hashFile(path);
  const file = await openAsBlob(path);
  const checksums = { 'x-amz-checksum-sha256': sha256, [CHECKSUM_HEADER]: sha256 };
  const sent = [PREFIX + key, file, EXPORT_TYPE, undefined, checksums, file.size] as const;
  const response = await bucket.putObject(...sent);
  await response.arrayBuffer();
  return file.size;
}

/**
 * Stores exports in the private bucket of the images. Each is first written to the disk.
 * @param url `STORAGE_URL`
 * @param workFolder created with the first export
 * @throws ConfigError when the url is wrong
 */
export function createBucketExports(url: string, workFolder: string): ExportStore {
  const options = parseBucketUrl(url);
  const bucket = new S3mini({ ...options, fetch: createBucketFetch(TIMEOUT_MS) });
  const uploads = new S3mini({ ...options, fetch: createBucketFetch(UPLOAD_TIMEOUT_MS) });
  return {
    async save(key, write) {
      validateExportKey(key);
      const path = join(await prepareDirectory(resolve(workFolder)), key);
      try {
        await write(path);
        return await upload(uploads, key, path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(key) {
      const response = isExportKey(key) ? await bucket.getObjectResponse(PREFIX + key) : null;
      if (!response?.body) return null;
      const size = Number(response.headers.get('content-length') ?? 0);
      const body = verifyBody(response.body, response.headers.get(CHECKSUM_HEADER), IDLE_MS);
      return { size, type: EXPORT_TYPE, body };
    },
    async remove(key) {
      validateExportKey(key);
      await bucket.deleteObject(PREFIX + key);
    },
    async *list() {
      for await (const { Key, LastModified: modified } of listObjects(bucket, PREFIX)) {
        const key = Key.slice(PREFIX.length);
        if (isExportKey(key)) yield { key, modified };
      }
    },
  };
}
