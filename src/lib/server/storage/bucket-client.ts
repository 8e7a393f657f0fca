import { AwsClient } from 'aws4fetch';

import { parseBucketUrl } from './bucket-url.ts';
import { StorageError } from './file-store.ts';

/**
 * A signed call below a bucket's address.
 * @returns the answer when it is 2xx; null when there is no such file
 * @throws StorageError for everything else
 */
export type Call = (method: string, path: string, init?: RequestInit) => Promise<Response | null>;

/**
 * @param url as `parseBucketUrl` documents it
 * @param answerMs how many milliseconds an answer may take to begin, retries included
 * @throws ConfigError when the url is wrong
 */
export function bucketClient(url: string, answerMs: number): Call {
  const { address, ...keys } = parseBucketUrl(url);
  const client = new AwsClient({ service: 's3', retries: 2, ...keys });
  return async (method, path, init) => {
    const what = `${method} ${path.split('?')[0] || '(list)'}`;
    const send = (signal: AbortSignal) =>
      client.fetch(`${address}${path}`, { redirect: 'manual', ...init, method, signal });
    const answer = await within(answerMs, send).catch((cause: unknown) => {
      throw new StorageError(`The bucket did not answer to ${what}.`, { cause });
    });
    return answer.ok ? answer : refused(answer, what);
  };
}

/** Limits the wait for the answer's beginning; its body may take as long as its reader does. */
async function within<T>(ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(new Error(`No answer in ${ms} ms.`)), ms);
  try {
    return await send(control.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function refused(answer: Response, what: string): Promise<null> {
  const body = await answer.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? 'no reason given';
  if (answer.status === 404 && code === 'NoSuchKey') return null;
  throw new StorageError(`The bucket answered ${answer.status} (${code}) to ${what}.`);
}
