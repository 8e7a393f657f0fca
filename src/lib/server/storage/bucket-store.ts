import { createHash } from 'node:crypto';

import { bucketClient, type Call } from './bucket-client.ts';
import {
  validateFileKey,
  validatePrefix,
  isFileKey,
  toListPrefix,
  mediaTypeOf,
} from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { readListing } from './listing.ts';

/**
 * Keeps files in an S3-compatible bucket, private: only this server reads it.
 * @param url as `parseBucketUrl` documents it
 * @param timing `answerMs`, how many milliseconds an answer may take to begin
 * @throws ConfigError when the url is wrong
 */
export function createBucketStore(url: string, { answerMs = 10_000 } = {}): FileStore {
  const call = bucketClient(url, answerMs);
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      const body = new Uint8Array(bytes);
      await finish(await call('PUT', `/${key}`, { body, headers: seal(body, type) }));
    },
    get: async (key) => (isFileKey(key) ? stored(key, await call('GET', `/${key}`)) : null),
    async remove(prefix) {
      validatePrefix(prefix);
      for await (const { key } of list(call, prefix)) await finish(await call('DELETE', `/${key}`));
    },
    list(prefix) {
      if (prefix !== undefined) validatePrefix(prefix);
      return list(call, prefix);
    },
  };
}

/** The signed hash lets the bucket refuse what was damaged on its way. */
const seal = (body: Uint8Array, type: string) => ({
  'content-type': type,
  'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
});

async function stored(key: string, answer: Response | null): Promise<StoredFile | null> {
  if (!answer) return null;
  const size = answer.headers.get('content-length');
  const body = size && answer.body ? answer.body : new Uint8Array(await answer.arrayBuffer());
  return {
    size: 'byteLength' in body ? body.byteLength : Number(size),
    type: mediaTypeOf(key),
    body,
  };
}

async function* list(call: Call, prefix?: string) {
  const query = new URLSearchParams({ 'list-type': '2', prefix: toListPrefix(prefix) });
  for (let more = true; more;) {
    const page = readListing((await (await call('GET', `?${query}`))?.text()) ?? '');
    yield* page.files.filter(({ key }) => isFileKey(key));
    query.set('continuation-token', page.next ?? '');
    more = page.next !== undefined;
  }
}

/** Reads an answer to its end, so that its connection serves the next call. */
const finish = async (answer: Response | null): Promise<void> => void (await answer?.arrayBuffer());
