import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { createBucketStore } from '#lib/server/platform/storage/bucket-store.ts';
import {
  type FileStore,
  IMAGE_TYPE,
  StorageError,
} from '#lib/server/platform/storage/file-store.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';
import { type FakeBucket, openFakeBucket } from '#tests/support/server/fake-bucket.ts';

const key = `${createImageKey(9, 9)}/9.webp`;
const bytes = Buffer.from('x');
const TIMEOUT_MS = 300;
const LARGE = 2 * 1024 * 1024;

let bucket: FakeBucket;
beforeEach(async () => void (bucket = await openFakeBucket()));
afterEach(() => bucket.close());

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageError);
  return String(error);
};

const everyCall = (store: FileStore) => [
  () => store.put(key, bytes, IMAGE_TYPE),
  () => store.get(key),
  () => store.remove(key),
  () => Array.fromAsync(store.list()),
];

describe('a failing bucket', () => {
  test('that is busy is retried, and eventually abandoned', async () => {
    const store = createBucketStore(bucket.url);
    bucket.failures.push(503, 503);
    await store.put(key, bytes, IMAGE_TYPE);
    expect(bucket.objects.get(key)).toMatchObject({ bytes, type: 'image/webp' });
    bucket.failures.push(...Array<503>(10).fill(503));
    expect(await failureOf(store.get(key))).toBe(
      `StorageError: The bucket responded 503 (SlowDown) to GET /pictures/${key}.`,
    );
  });

  test.each([
    [507, 'XMinioStorageFull'],
    [400, 'XMinioAdminBucketQuotaExceeded'],
    [403, 'QuotaExceeded'],
  ])('that is full, by its %i %s, is not tried again', async (status, code) => {
    const store = createBucketStore(bucket.url);
    bucket.failures.push([status, code]);
    await expect(store.put(key, bytes, IMAGE_TYPE)).rejects.toMatchObject({
      name: 'StorageError',
      isFull: true,
    });
    expect(bucket.calls).toHaveLength(1);
  });

  test('that rejects a request for another reason is not full', async () => {
    const store = createBucketStore(bucket.url);
    bucket.failures.push([403, 'AccessDenied']);
    await expect(store.put(key, bytes, IMAGE_TYPE)).rejects.toMatchObject({ isFull: false });
  });

  test('that does not respond times out', async () => {
    const store = createBucketStore(bucket.url, { timeoutMs: TIMEOUT_MS });
    for (const work of everyCall(store)) {
      bucket.failures.push('silence');
      expect(await failureOf(work())).toMatch(/The bucket did not respond to/);
    }
  });

  test('that resets connections is tried again', async () => {
    const store = createBucketStore(bucket.url);
    for (const work of everyCall(store)) {
      bucket.failures.push('reset', 'reset');
      await work();
    }
    expect(bucket.failures).toEqual([]);
  });

  test.each([
    ['stalls', 'stall'],
    ['sends another byte', 'flip'],
  ] as const)('that %s in a body gives an error, never another file', async (_, failure) => {
    const store = createBucketStore(bucket.url);
    const impatient = createBucketStore(bucket.url, { idleMs: TIMEOUT_MS });
    await store.put(key, Buffer.alloc(9, 'x'), IMAGE_TYPE);
    bucket.failures.push(failure, failure);
    expect(await failureOf(impatient.get(key))).toMatch(/not whole/);
    // A large file is checked while it is sent, so its last bytes never come.
    bucket.failures.length = 0;
    await store.put(key, Buffer.alloc(LARGE, 'x'), IMAGE_TYPE);
    bucket.failures.push(failure);
    const file = await impatient.get(key);
    expect(await failureOf(new Response(file?.body).bytes())).toMatch(/not whole/);
    expect(await new Response((await store.get(key))?.body).bytes()).toHaveLength(LARGE);
  });

  test('that damages a file once in transit is requested again', async () => {
    const store = createBucketStore(bucket.url);
    await store.put(key, bytes, IMAGE_TYPE);
    bucket.failures.push('flip');
    expect(await store.get(key)).toMatchObject({ size: 1, body: bytes });
  });

  test('that is unreachable gives an error without the secret', async () => {
    await bucket.close();
    const message = await failureOf(createBucketStore(bucket.url).get(key));
    expect(message).toMatch(/did not respond/);
    bucket = await openFakeBucket();
  });

  test.each([
    ['the secret', 'secret%2Bkey', 'secret%2Bkez', '403 (SignatureDoesNotMatch)'],
    ['the region', 'ap-southeast-1', 'eu-west-1', '403 (SignatureDoesNotMatch)'],
    ['the bucket', '/pictures', '/nothing-here', '404 (NoSuchBucket)'],
  ])('with a wrong setting gives an error: %s', async (_, right, wrong, expected) => {
    const store = createBucketStore(bucket.url.replace(right, wrong));
    for (const work of everyCall(store)) {
      const message = await failureOf(work());
      expect(message).toContain(expected);
      expect(message).not.toContain('secret');
    }
  });
});

test('a foreign object in the bucket is not listed', async () => {
  const store = createBucketStore(bucket.url);
  await store.put(key, bytes, IMAGE_TYPE);
  bucket.objects.set('README.txt', { bytes, type: 'text/plain', modified: new Date() });
  expect((await Array.fromAsync(store.list())).map((file) => file.key)).toEqual([key]);
});

test('works in a server whose Request is Hono’s', async () => {
  const { Request: native, Response: nativeResponse } = globalThis;
  getRequestListener(() => new Response());
  try {
    expect(globalThis.Request).not.toBe(native);
    const store = createBucketStore(bucket.url);
    await store.put(key, bytes, IMAGE_TYPE);
    expect((await store.get(key))?.size).toBe(1);
  } finally {
    Object.assign(globalThis, { Request: native, Response: nativeResponse });
  }
});

describe('STORAGE_URL', () => {
  test.each([
    's3://host/bucket',
    's3://key@host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/',
    's3://key:secret@host/bucket/folder',
    's3://key:secret@host/BUCKET',
    's3://key:secret@host/bucket?tls=maybe',
    's3://key:%zz@host/bucket',
    'https://key:secret@host/bucket',
    'file:///tmp/x',
    'nonsense',
  ])('%s is rejected in one line that names it', async (url) => {
    await expect(openStorage(url, '/nowhere')).rejects.toThrow(ConfigError);
    await expect(openStorage(url, '/nowhere')).rejects.toThrow(
      /^STORAGE_URL[^\n]*s3:\/\/KEY:SECRET@host/,
    );
    await expect(openStorage(url, '/nowhere')).rejects.not.toThrow(/key:secret|%zz/);
  });
});
