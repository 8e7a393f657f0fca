// The common behavior of both stores; that of only one is in storage-*.test.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { imageUrl, parseImageUrl } from '#lib/contract/images.ts';
import { createBucketStore } from '#lib/server/platform/storage/bucket-store.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import {
  type FileStore,
  IMAGE_TYPE,
  StorageError,
} from '#lib/server/platform/storage/file-store.ts';
import {
  createImageKey,
  saveDocument,
  saveImage,
} from '#lib/server/platform/storage/save-files.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';

async function onDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'glean-media-'));
  return { store: await createDiskStore(folder), close: () => rm(folder, { recursive: true }) };
}

async function inBucket() {
  const bucket = await openFakeBucket();
  return { store: createBucketStore(bucket.url), close: () => bucket.close() };
}

const contents = async (store: FileStore, key: string) => {
  const file = await store.get(key);
  return file && Buffer.from(await new Response(file.body).arrayBuffer());
};

const keysOf = async (store: FileStore) => {
  const found = await Array.fromAsync(store.list());
  return found.map(({ key }) => key).toSorted();
};

describe.each([
  ['the disk', onDisk],
  ['a bucket', inBucket],
])('%s', (_, open) => {
  let store: FileStore;
  let close: () => Promise<void>;
  beforeEach(async () => void ({ store, close } = await open()));
  afterEach(() => close());

  test.each([0, 1, 65_536, 65_537, 1_000_000])('returns %i bytes unchanged', async (size) => {
    const bytes = Buffer.alloc(size, 'Palay');
    const key = `${createImageKey(1600, 1067)}/960.webp`;
    await store.put(key, bytes, IMAGE_TYPE);
    const file = await store.get(key);
    expect(file).toMatchObject({ size, type: 'image/webp' });
    expect(bytes.equals((await contents(store, key)) ?? Buffer.of(1, 2, 3))).toBe(true);
    if (file?.body instanceof ReadableStream) await file.body.cancel();
  });

  test('has no file that was not stored, and no file with an invalid key', async () => {
    expect(await store.get(`${createImageKey(9, 9)}/9.webp`)).toBeNull();
    for (const key of ODD) expect([key, await store.get(key)]).toEqual([key, null]);
  });

  test('accepts only valid keys and types', async () => {
    const bytes = Buffer.from('x');
    for (const key of ODD) {
      await expect(store.put(key, bytes, IMAGE_TYPE), key).rejects.toThrow(TypeError);
      await expect(store.remove(key), key).rejects.toThrow(TypeError);
    }
    const key = `${createImageKey(9, 9)}/9.webp`;
    await expect(store.put(key, bytes, 'text/html')).rejects.toThrow(TypeError);
    expect(await keysOf(store)).toEqual([]);
  });

  test('lists everything, and deletes an image or one file of it', async () => {
    const a = createImageKey(10, 10);
    const b = `${a}0`;
    const files = [a, b]
      .flatMap((key) => [1, 2, 3].map((width) => `${key}/${width}.webp`))
      .toSorted();
    const start = Date.now();
    for (const key of files) await store.put(key, Buffer.from(key), IMAGE_TYPE);
    expect(await keysOf(store)).toEqual(files);
    for await (const { modified } of store.list())
      expect(Math.abs(modified.getTime() - start)).toBeLessThan(5000);

    await store.remove(`${b}/2.webp`);
    await store.remove(a);
    await store.remove(a);
    expect(await keysOf(store)).toEqual([`${b}/1.webp`, `${b}/3.webp`]);
    expect(await store.get(`${a}/1.webp`)).toBeNull();
  });

  test('stores a document beside the images', async () => {
    const bytes = Buffer.alloc(100_000, 'Palay');
    const key = await saveDocument(store, bytes);
    expect(key).toMatch(/^[\w-]{22}\.pdf$/);
    const file = await store.get(key);
    expect(file).toMatchObject({ size: 100_000, type: 'application/pdf' });
    if (file?.body instanceof ReadableStream) await file.body.cancel();
    expect(bytes.equals((await contents(store, key)) ?? Buffer.of())).toBe(true);
    await expect(store.put(key, bytes, IMAGE_TYPE)).rejects.toThrow(TypeError);
    expect(await keysOf(store)).toEqual([key]);
    await store.remove(key);
    expect(await keysOf(store)).toEqual([]);
  });

  test('accepts many files concurrently', async () => {
    const key = createImageKey(10, 10);
    const widths = Array.from({ length: 20 }, (__, at) => at + 1);
    await Promise.all(
      widths.map((width) => store.put(`${key}/${width}.webp`, Buffer.alloc(width), IMAGE_TYPE)),
    );
    for (const width of widths) expect((await store.get(`${key}/${width}.webp`))?.size).toBe(width);
  });

  test('stores every size of an image, or none if one fails', async () => {
    const files = [480, 960].map((width) => ({ width, bytes: Buffer.alloc(width) }));
    const key = await saveImage(store, { width: 960, height: 640, files });
    expect(parseImageUrl(imageUrl(key, 960), [480, 960])).toEqual({
      width: 960,
      height: 640,
      widths: [480, 960],
    });
    expect(await keysOf(store)).toEqual([`${key}/480.webp`, `${key}/960.webp`]);

    const put = store.put.bind(store);
    store.put = (file, ...rest) =>
      file.endsWith('/960.webp') ? Promise.reject(new StorageError('full')) : put(file, ...rest);
    await expect(saveImage(store, { width: 960, height: 640, files })).rejects.toThrow('full');
    expect((await keysOf(store)).length).toBe(2);
  });
});

const FOLDER = 'AAAAAAAAAAAAAAAAAAAAAA-16x16';
const ODD = [
  '',
  '/',
  '.',
  '..',
  '../x',
  `../${FOLDER}/9.webp`,
  `/${FOLDER}/9.webp`,
  `${FOLDER}/../9.webp`,
  `${FOLDER}//9.webp`,
  `${FOLDER}/9.webp\0`,
  `${FOLDER}/9.webp\n`,
  `${FOLDER}/9.webp/`,
  `${FOLDER}/9.webp?x`,
  `${FOLDER}/9.WEBP`,
  `${FOLDER}/9.png`,
  `${FOLDER}\\9.webp`,
  `${FOLDER}/%2e%2e/9.webp`,
  `C:${FOLDER}/9.webp`,
  `A${FOLDER}/9.webp`,
  `${FOLDER}/123456.webp`,
  `${FOLDER}/`,
  `AAAAAAAAAAAAAAAAAAAAAÄ-16x16/9.webp`,
  'AAAAAAAAAAAAAAAAAAAAA.pdf',
  'AAAAAAAAAAAAAAAAAAAAAA.pdf/9.webp',
  'AAAAAAAAAAAAAAAAAAAAAA.PDF',
  `${FOLDER}.pdf`,
  '.tmp',
  '.tmp/x',
  'con',
  'x'.repeat(300),
  '__proto__',
];
