import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { ReadableStream } from 'node:stream/web';

import { dataDirError } from '#lib/server/platform/config/config-error.ts';

import {
  type FileStore,
  isFileKey,
  mediaTypeOf,
  StorageError,
  type StoredFile,
  validateFileKey,
  validatePrefix,
} from './file-store.ts';

// No storage key has this name.
const TMP_DIR = '.tmp';

// Older temporary files are left from a crash; newer ones may belong to another process.
const STALE_MS = 10 * 60_000;

/**
 * Creates a directory durably, with one for temporary files in it, and deletes leftovers of a crash.
 * @param root an absolute path
 * @returns the directory for temporary files
 * @throws the file system's own error
 */
export async function prepareDirectory(root: string): Promise<string> {
  const tmpDir = join(root, TMP_DIR);
  const created = await mkdir(tmpDir, { recursive: true });
  if (created) await syncDirectories(root, dirname(created));
  for (const name of await readdir(tmpDir)) await deleteIfStale(join(tmpDir, name));
  return tmpDir;
}

async function deleteIfStale(file: string): Promise<void> {
  // Another process may have renamed it.
  const stats = await stat(file).catch(() => null);
  if (stats && Date.now() - stats.mtimeMs > STALE_MS) await rm(file, { force: true });
}

/**
 * Writes a file either completely or not at all, even in a power cut.
 * @param file its path, below `root`
 * @param directories `root`, and `tmpDir` from `prepareDirectory`
 * @throws the file system's own error
 */
export async function writeFileAtomically(
  file: string,
  bytes: Uint8Array,
  { tmpDir, root }: { tmpDir: string; root: string },
): Promise<void> {
  const temporary = join(tmpDir, randomUUID());
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o640, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // All of them: a concurrent write may have created one without syncing it yet.
  await syncDirectories(dirname(file), root);
}

/** Syncs a file or a directory. */
export async function syncPath(path: string): Promise<void> {
  // Windows syncs directories itself, and cannot open one.
  if (process.platform === 'win32') return;
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Syncs the directories from one up to a parent, both inclusive. */
async function syncDirectories(directory: string, top: string): Promise<void> {
  await syncPath(directory);
  if (directory !== top) await syncDirectories(dirname(directory), top);
}

// Two characters and a separator.
const SHARD_LENGTH = 3;

/**
 * Lists the files below a disk store's directory.
 * @throws StorageError
 */
async function* listFiles(root: string) {
  try {
    for (const path of await readdir(root, { recursive: true })) {
      const key = path.slice(SHARD_LENGTH).replaceAll(sep, '/');
      const stats = isFileKey(key) ? await stat(join(root, path)).catch(ignoreMissing) : null;
      if (stats) yield { key, modified: stats.mtime };
    }
  } catch (cause) {
    throw new StorageError(`The directory ${root} could not be listed.`, { cause });
  }
}

/** Another call may delete a file while this one lists. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

// Larger files are streamed, so that slow readers cost little memory.
const MAX_BUFFERED_BYTES = 64 * 1024;

// Reserved for the database and its log, so that members can still write.
export const MIN_FREE_BYTES = 256 * 1024 * 1024;

/**
 * Stores files in a local directory, in 4,096 shards by the first two characters of their keys.
 * @param directory created when missing
 * @param minFreeBytes the free space below which no file is stored
 * @throws ConfigError when the directory cannot be used
 */
export async function createDiskStore(
  directory: string,
  minFreeBytes = MIN_FREE_BYTES,
): Promise<FileStore> {
  const root = resolve(directory);
  const tmpDir = await prepareDirectory(root).catch((cause: unknown) => {
    throw dataDirError(root, cause);
  });
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      const written = requireSpace(root, minFreeBytes).then(() =>
        writeFileAtomically(pathOf(key), bytes, { tmpDir, root }),
      );
      await written.catch(throwStorageError('write', key));
    },
    get: async (key) =>
      isFileKey(key)
        ? readStoredFile(pathOf(key), mediaTypeOf(key)).catch(throwStorageError('read', key))
        : null,
    async remove(prefix) {
      validatePrefix(prefix);
      const removed = rm(pathOf(prefix), { recursive: true, force: true });
      await removed.catch(throwStorageError('remove', prefix));
    },
    list: () => listFiles(root),
  };
}

/** @throws Error before the disk is full */
export async function requireSpace(root: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize < minFreeBytes) throw new Error('The disk is almost full.');
}

const throwStorageError = (verb: string, key: string) => (cause: unknown) => {
  throw new StorageError(`The disk could not ${verb} ${key}.`, { cause });
};

/** Reads a file; a large one as a stream. @param type its media type @returns null when it is missing */
export async function readStoredFile(file: string, type: string): Promise<StoredFile | null> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const body = size > MAX_BUFFERED_BYTES ? createBody(file) : await handle.readFile();
    return { size, type, body };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the file only on the first read: a response to HEAD leaves nothing open. */
const createBody = (file: string) => ReadableStream.from(readChunks(file)) as StoredFile['body'];

async function* readChunks(file: string) {
  yield* createReadStream(file);
}
