import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// No storage key can name it.
const TMP_DIR = '.tmp';

// A temporary file this old is left from a crash; a younger one may be another process's.
const STALE_MS = 10 * 60_000;

/**
 * Creates a directory durably, with one for temporary files in it, and deletes those left from a crash.
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
 * Writes a file so that it exists whole or not at all, also after a power cut.
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
  // All of them: another write may have created one and not have synced it yet.
  await syncDirectories(dirname(file), root);
}

/** Syncs a file or a directory. */
export async function syncPath(path: string): Promise<void> {
  // Windows syncs directories itself, and cannot open one.
  if (process.platform === 'win32') return;
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Syncs the directories from one up to another above it, both included. */
async function syncDirectories(directory: string, top: string): Promise<void> {
  await syncPath(directory);
  if (directory !== top) await syncDirectories(dirname(directory), top);
}
