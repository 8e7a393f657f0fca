import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { S3mini } from 's3mini';

import { prepareDirectory } from './atomic-write.ts';
import { createBucketFetch } from './bucket-fetch.ts';
import { CHECKSUM_HEADER, listObjects } from './bucket-store.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { EXPORT_TYPE, type ExportStore, isExportKey, validateExportKey } from './export-store.ts';
import { verifyBody } from './verified-body.ts';

const PREFIX = 'exports/';
// A request that uploads a zip gets its response when all of it is there.
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
 * Stores exports in the bucket of the images, which is private. Each is written to the disk first.
 * @param url `STORAGE_URL`
 * @param workFolder created with the first one
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
