import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { IMAGE_TYPE, StorageError } from '#lib/server/platform/storage/file-store.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'glean-disk-'))));
afterEach(() => rm(folder, { recursive: true }));

const newFile = () => {
  const key = `${createImageKey(16, 16)}/16.webp`;
  return { key, path: join(folder, key.slice(0, 2), key) };
};

const inode = async (name: string) => (await stat(name)).ino;
const openFiles = async () => (await readdir('/proc/self/fd')).length;
const onLinux = process.platform === 'linux';

test('no file is stored when the disk is almost full, and stored ones are still read', async () => {
  const [{ key }, other] = [newFile(), newFile()];
  await (await createDiskStore(folder)).put(key, Buffer.from('x'), IMAGE_TYPE);
  const full = await createDiskStore(folder, Number.MAX_SAFE_INTEGER);
  await expect(full.put(other.key, Buffer.from('x'), IMAGE_TYPE)).rejects.toThrow(StorageError);
  expect(existsSync(other.path)).toBe(false);
  expect(await full.get(key)).toMatchObject({ size: 1 });
});

test('put syncs file and folders before it resolves, the file before its name', async () => {
  const store = await createDiskStore(folder);
  const { key, path } = newFile();
  const probe = await open(folder);
  const prototype = Object.getPrototypeOf(probe);
  await probe.close();
  const synced: { inode: number; named: boolean }[] = [];
  const { sync } = prototype;
  async function noting(this: typeof probe): Promise<void> {
    synced.push({ inode: (await this.stat()).ino, named: existsSync(path) });
    await sync.call(this);
  }
  // oxlint-disable-next-line typescript/no-misused-promises -- the prototype's type is not known
  vi.spyOn(prototype, 'sync').mockImplementation(noting);
  await store.put(key, Buffer.from('x'), IMAGE_TYPE);
  expect(synced).toEqual([
    { inode: await inode(path), named: false },
    { inode: await inode(dirname(path)), named: true },
    { inode: await inode(dirname(dirname(path))), named: true },
    { inode: await inode(folder), named: true },
  ]);
});

test('deletes the unfinished files of a crash, and only those', async () => {
  const store = await createDiskStore(folder);
  const { key } = newFile();
  await store.put(key, Buffer.from('x'), IMAGE_TYPE);
  const tmpDir = join(folder, '.tmp');
  await Promise.all(['old', 'young'].map((name) => writeFile(join(tmpDir, name), 'half')));
  const hourAgo = Date.now() / 1000 - 3600;
  await utimes(join(tmpDir, 'old'), hourAgo, hourAgo);
  const again = await createDiskStore(folder);
  expect(await readdir(tmpDir)).toEqual(['young']);
  expect((await Array.fromAsync(again.list())).map((file) => file.key)).toEqual([key]);
});

test('a failed write leaves no file and is an error', async () => {
  const store = await createDiskStore(folder);
  const { key, path } = newFile();
  // A folder with the name of the file makes the last step fail.
  await mkdir(join(path, 'in-the-way'), { recursive: true });
  await expect(store.put(key, Buffer.from('x'), IMAGE_TYPE)).rejects.toThrow(StorageError);
  expect(await readdir(join(folder, '.tmp'))).toEqual([]);
});

test('an unusable folder is an error at start', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(createDiskStore(join(folder, 'file'))).rejects.toThrow(ConfigError);
});

test.runIf(onLinux)('an unread response holds no file open', async () => {
  const store = await createDiskStore(folder);
  const { key } = newFile();
  await store.put(key, Buffer.alloc(1_000_000), IMAGE_TYPE);
  const before = await openFiles();
  const files = await Promise.all(Array.from({ length: 50 }, () => store.get(key)));
  expect(await openFiles()).toBeLessThan(before + 10);
  for (const file of files) {
    if (!(file?.body instanceof ReadableStream)) throw new Error('expected a stream');
    const reader = file.body.getReader();
    await reader.read();
    await reader.cancel();
  }
  await expect.poll(openFiles).toBeLessThan(before + 10);
});

test('acknowledged files are complete after kill -9', async () => {
  const module = resolve('src/lib/server/platform/storage');
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `
    const { createDiskStore } = await import(${JSON.stringify(`${module}/disk-store.ts`)});
    const { createImageKey } = await import(${JSON.stringify(`${module}/save-files.ts`)});
    const store = await createDiskStore(${JSON.stringify(folder)});
    const work = async () => { for (;;) {
      const key = createImageKey(9, 9) + '/9.webp';
      await store.put(key, Buffer.alloc(300_000, key), 'image/webp');
      console.log(key);
    } };
    for (let at = 0; at < 4; at += 1) void work();
  `,
  ]);
  const acknowledged: string[] = [];
  for await (const key of createInterface(child.stdout)) {
    acknowledged.push(key);
    if (acknowledged.length === 40) child.kill('SIGKILL');
  }
  const store = await createDiskStore(folder);
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);
  const listed = (await Array.fromAsync(store.list())).map(({ key }) => key);
  expect(listed).toEqual(expect.arrayContaining(acknowledged));
  for (const key of listed) {
    const file = await store.get(key);
    const bytes = Buffer.from(await new Response(file?.body).arrayBuffer());
    expect(bytes.equals(Buffer.alloc(300_000, key))).toBe(true);
  }
});

test('without STORAGE_URL images are in the data folder', async () => {
  const { key } = newFile();
  await (await openStorage(null, folder)).put(key, Buffer.from('x'), IMAGE_TYPE);
  expect(existsSync(join(folder, 'media', key.slice(0, 2), key))).toBe(true);
});
