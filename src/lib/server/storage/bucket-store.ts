import { hash } from 'node:crypto';

import { S3mini } from 's3mini';

import { createBucketFetch } from './bucket-fetch.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { isFileKey, mediaTypeOf, validateFileKey, validatePrefix } from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { verifyBody } from './verified-body.ts';

const PAGE_SIZE = 1000;
// Up to this size a file is read and checked before it is sent: every image is smaller.
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** The metadata with an object's SHA-256, base64. */
export const CHECKSUM_HEADER = 'x-amz-meta-sha256';

/**
 * Stores files in a private S3-compatible bucket that only this server reads.
 * @param url `STORAGE_URL`, see `parseBucketUrl`
 * @param options `timeoutMs`: until a response starts; `idleMs`: until the next bytes of its body
 * @throws ConfigError when the url is wrong
 */
export function createBucketStore(
  url: string,
  { timeoutMs = 8000, idleMs = 3000 } = {},
): FileStore {
  const bucket = new S3mini({ ...parseBucketUrl(url), fetch: createBucketFetch(timeoutMs) });
  return createPrefixStore(bucket, '', idleMs);
}

/**
 * Stores files in a part of a bucket.
 * @param prefix of the objects' names
 * @param idleMs until the next bytes of a body
 */
export function createPrefixStore(bucket: S3mini, prefix: string, idleMs: number): FileStore {
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      const sha256 = hash('sha256', bytes, 'base64');
      // The bucket rejects what was damaged on its way; s3mini does not sign the content. We check what it sends back.
      const checksums = { 'x-amz-checksum-sha256': sha256, [CHECKSUM_HEADER]: sha256 };
      const response = await bucket.putObject(prefix + key, bytes, type, undefined, checksums);
      // A response that is read to its end frees its connection.
      await response.arrayBuffer();
    },
    async get(key) {
      if (!isFileKey(key)) return null;
      const first = await bucket.getObjectResponse(prefix + key);
      // What was damaged on its way is whole the second time.
      return toStoredFile(key, first, idleMs).catch(async () =>
        toStoredFile(key, await bucket.getObjectResponse(prefix + key), idleMs),
      );
    },
    async remove(prefixKey) {
      validatePrefix(prefixKey);
      const start = isFileKey(prefixKey) ? prefixKey : `${prefixKey}/`;
      for await (const { key } of listFiles(bucket, prefix, start))
        await bucket.deleteObject(prefix + key);
    },
    list: () => listFiles(bucket, prefix, ''),
  };
}

async function toStoredFile(
  key: string,
  response: Response | null,
  idleMs: number,
): Promise<StoredFile | null> {
  if (!response) return null;
  const type = mediaTypeOf(key);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (!response.body) return { size: 0, type, body: new Uint8Array() };
  const stream = verifyBody(response.body, response.headers.get(CHECKSUM_HEADER), idleMs);
  if (size > MAX_BUFFERED_BYTES) return { size, type, body: stream };
  const body = Buffer.concat(await Array.fromAsync(stream));
  return { size: body.byteLength, type, body };
}

/** Lists the files below a prefix whose keys begin with `start`. */
async function* listFiles(bucket: S3mini, prefix: string, start: string) {
  for await (const { Key, LastModified: modified } of listObjects(bucket, prefix + start)) {
    const key = Key.slice(prefix.length);
    if (isFileKey(key)) yield { key, modified };
  }
}

/** Lists the objects of a bucket whose names begin with `start`. */
export async function* listObjects(bucket: S3mini, start: string) {
  let token: string | undefined;
  do {
    const page = await bucket.listObjectsPaged('/', start, PAGE_SIZE, token);
    yield* page?.objects ?? [];
    token = page?.nextContinuationToken;
  } while (token);
}
