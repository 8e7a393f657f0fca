import { setTimeout as delay } from 'node:timers/promises';

import { StorageError } from './file-store.ts';

const MAX_RETRIES = 4;
const FIRST_RETRY_MS = 50;

const INSUFFICIENT_STORAGE = 507;
// Of Ceph, and of MinIO for a bucket's quota; the latter returns 507 when its disk is full.
const FULL_CODES = new Set(['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded']);

const isBusy = ({ status }: Response) =>
  status !== INSUFFICIENT_STORAGE && (status >= 500 || status === 429);

type Send = (signal: AbortSignal) => Promise<Response>;

/** Every call may be repeated: a key's file never changes. */
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

/** Limits the time until the response starts; its body may take as long as its reader does. */
async function withTimeout(ms: number, send: Send): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`No response in ${ms} ms.`)), ms);
  try {
    return await retry(send, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets only a missing file pass; s3mini takes a missing bucket for one too. */
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
