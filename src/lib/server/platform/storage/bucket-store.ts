import { createHash, hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { S3mini } from 's3mini';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';

import {
  type FileStore,
  isFileKey,
  mediaTypeOf,
  StorageError,
  type StoredFile,
  validateFileKey,
  validatePrefix,
} from './file-store.ts';

const MAX_RETRIES = 4;
const FIRST_RETRY_MS = 50;

const INSUFFICIENT_STORAGE = 507;
// Codes of Ceph, and of MinIO for a bucket's quota; when its disk is full, MinIO returns 507.
const FULL_CODES = new Set(['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded']);

const isBusy = ({ status }: Response) =>
  status !== INSUFFICIENT_STORAGE && (status >= 500 || status === 429);

type Send = (signal: AbortSignal) => Promise<Response>;

/** Every request may be repeated: the file of a key never changes. */
async function retry(send: Send, signal: AbortSignal): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === MAX_RETRIES;
    const response = await send(signal).catch((error: unknown) => {
      if (isLast || signal.aborted) throw error;
      return null;
    });
    if (response && (isLast || !isBusy(response))) return response;
    await response?.body?.cancel();
    await delay(FIRST_RETRY_MS * 2 ** attempt * Math.random(), undefined, { signal });
  }
}

/** Limits the time until the response starts; reading its body may take longer. */
async function withTimeout(ms: number, send: Send): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`No response in ${ms} ms.`)), ms);
  try {
    return await retry(send, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Accepts only missing files as failures; s3mini treats a missing bucket like a missing file. */
async function rejectFailure(response: Response, request: string): Promise<Response> {
  const body = await response.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? 'no reason given';
  if (response.status === 404 && code === 'NoSuchKey') return new Response(null, { status: 404 });
  const isFull = response.status === INSUFFICIENT_STORAGE || FULL_CODES.has(code);
  throw new StorageError(`The bucket responded ${response.status} (${code}) to ${request}.`, {
    isFull,
  });
}

/**
 * The `fetch` of a bucket: it retries while the bucket is busy or resets connections, times out, and rejects failures.
 * @param timeoutMs until the response starts, retries included
 * @throws StorageError for every failure but a missing file
 */
export const createBucketFetch =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const request = `${init?.method} ${url.pathname}`;
    const send: Send = (signal) => fetch(url, { ...init, redirect: 'manual', signal });
    const response = await withTimeout(timeoutMs, send).catch((cause: unknown) => {
      throw new StorageError(`The bucket did not respond to ${request}.`, { cause });
    });
    return response.ok ? response : rejectFailure(response, request);
  };

/** A bucket and the credentials for it. */
interface BucketOptions {
  /** the bucket's URL, without a final slash */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const FORMAT = 's3://KEY:SECRET@host[:port]/bucket?region=us-east-1&tls=true';

/**
 * Parses `STORAGE_URL` or `BACKUP_URL`: `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`.
 *
 * - `KEY`, `SECRET`: percent-encoded (`/` is `%2F`, `+` is `%2B`)
 * - `host[:port]`: of the S3 service, such as `s3.eu-west-1.amazonaws.com` or `minio.lan:9000`;
 *   the bucket is addressed by path
 * - `region`: `us-east-1` when absent; R2 wants `auto`
 * - `tls`: `true` when absent; `false` only for a service on the same machine or private network
 *
 * @param setting its name, for errors
 * @throws ConfigError in one line, without the secret
 */
export function parseBucketUrl(text: string, setting = 'STORAGE_URL'): BucketOptions {
  const url = URL.parse(text);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  const tls = url?.searchParams.get('tls') ?? 'true';
  const isValid = url?.protocol === 's3:' && url.username && url.password && url.hostname && bucket;
  if (!isValid || !/^(true|false)$/.test(tls))
    throw new ConfigError(`${setting} must look like ${FORMAT}`);
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodePart(url.username, setting),
    secretAccessKey: decodePart(url.password, setting),
  };
}

function decodePart(part: string, setting: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(
      `${setting}: its key and secret must be percent-encoded, as in ${FORMAT}`,
    );
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a chunk. @throws when none arrives in time */
async function readInTime(reader: ReadableStreamDefaultReader<Bytes>, ms: number) {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No bytes in ${ms} ms.`)), ms);
  try {
    return await Promise.race([reader.read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Verifies a body while it is read. Its last bytes wait for the end of the check, so that no client takes
 * a damaged file for a complete one.
 * @param checksum SHA-256, base64; null for a file stored without
 * @param idleMs timeout for the next bytes
 * @returns the body, which fails with StorageError when it stalls, breaks or is damaged
 */
export function verifyBody(body: ReadableStream<Bytes>, checksum: string | null, idleMs: number) {
  const reader = body.getReader();
  const sha256 = createHash('sha256');
  let last: Bytes | undefined;

  const readNext = async (): Promise<Bytes | undefined> => {
    for (;;) {
      const { done, value } = await readInTime(reader, idleMs);
      if (done) return undefined;
      sha256.update(value);
      const ready = last;
      last = value;
      if (ready) return ready;
    }
  };

  const pull = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    const chunk = await readNext();
    if (chunk) return controller.enqueue(chunk);
    if (checksum && sha256.digest('base64') !== checksum)
      throw new Error('Its checksum is another.');
    if (last) controller.enqueue(last);
    controller.close();
  };

  return new ReadableStream<Bytes>(
    {
      pull: (controller) =>
        pull(controller).catch(async (cause: unknown) => {
          void reader.cancel().catch(() => {});
          throw new StorageError('The bucket sent a file that is not whole.', { cause });
        }),
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const PAGE_SIZE = 1000;
// Files up to this size are read and verified before they are sent: this includes all images.
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
 * Stores files under a prefix of a bucket.
 * @param prefix of the objects' names
 * @param idleMs timeout for the next bytes of a body
 */
export function createPrefixStore(bucket: S3mini, prefix: string, idleMs: number): FileStore {
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      const sha256 = hash('sha256', bytes, 'base64');
      // The bucket rejects what was damaged in transit; s3mini does not sign the content. What it returns is verified
      // here.
      const checksums = { 'x-amz-checksum-sha256': sha256, [CHECKSUM_HEADER]: sha256 };
      const response = await bucket.putObject(prefix + key, bytes, type, undefined, checksums);
      // Reading a response to its end frees its connection.
      await response.arrayBuffer();
    },
    async get(key) {
      if (!isFileKey(key)) return null;
      const first = await bucket.getObjectResponse(prefix + key);
      // A retry repairs what was damaged in transit.
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
