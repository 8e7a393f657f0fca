import { hash } from 'node:crypto';

import { S3mini } from 's3mini';

import { createBucketFetch } from './bucket-fetch.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { isFileKey, mediaTypeOf, validateFileKey, validatePrefix } from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';

const PAGE_SIZE = 1000;

/**
 * Stores files in a private S3-compatible bucket that only this server reads.
 * @param url `STORAGE_URL`, see `parseBucketUrl`
 * @param options `timeoutMs`: until a response begins
 * @throws ConfigError when the url is wrong
 */
export function createBucketStore(url: string, { timeoutMs = 10_000 } = {}): FileStore {
  const bucket = new S3mini({ ...parseBucketUrl(url), fetch: createBucketFetch(timeoutMs) });
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      // The bucket rejects what was damaged on its way; s3mini does not sign the content.
      const checksum = { 'x-amz-checksum-sha256': hash('sha256', bytes, 'base64') };
      const response = await bucket.putObject(key, bytes, type, undefined, checksum);
      // A response that is read to its end frees its connection.
      await response.arrayBuffer();
    },
    get: async (key) =>
      isFileKey(key) ? toStoredFile(key, await bucket.getObjectResponse(key)) : null,
    async remove(prefix) {
      validatePrefix(prefix);
      const start = isFileKey(prefix) ? prefix : `${prefix}/`;
      for await (const { key } of listFiles(bucket, start)) await bucket.deleteObject(key);
    },
    list: () => listFiles(bucket, ''),
  };
}

async function toStoredFile(key: string, response: Response | null): Promise<StoredFile | null> {
  if (!response) return null;
  const type = mediaTypeOf(key);
  const length = response.headers.get('content-length');
  if (length && response.body) return { size: Number(length), type, body: response.body };
  const body = await response.bytes();
  return { size: body.byteLength, type, body };
}

async function* listFiles(bucket: S3mini, start: string) {
  let token: string | undefined;
  do {
    const page = await bucket.listObjectsPaged('/', start, PAGE_SIZE, token);
    for (const { Key: key, LastModified: modified } of page?.objects ?? [])
      if (isFileKey(key)) yield { key, modified };
    token = page?.nextContinuationToken;
  } while (token);
}
