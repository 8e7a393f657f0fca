import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// No storage key can name it.
const TMP_DIR = '.tmp';

// A temporary file this old is left from a crash; a younger one may be another process's.
const STALE_MS = 10 * 60_000;

// Windows syncs directories itself, and cannot open one.
const CAN_SYNC_DIRECTORIES = process.platform !== 'win32';

/**
 * Creates a directory durably, with one for temporary files in it, and deletes those left from a crash.
 * @param root an absolute path
 * @returns the directory for temporary files
 * @throws the file system's own error
 */
export function prepareDirectory(root: string): string {
  const tmpDir = join(root, TMP_DIR);
  const created = mkdirSync(tmpDir, { recursive: true });
  if (created) for (const directory of ancestors(root, dirname(created))) syncNow(directory);
  for (const name of readdirSync(tmpDir)) deleteIfStale(join(tmpDir, name));
  return tmpDir;
}

function deleteIfStale(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && Date.now() - stats.mtimeMs > STALE_MS) rmSync(file, { force: true });
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
    await writeSynced(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // All of them: another write may have created one and not have synced it yet.
  for (const directory of ancestors(dirname(file), root)) await syncDirectory(directory);
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', 0o640);
  await handle.writeFile(bytes);
  await handle.sync();
}

async function syncDirectory(directory: string): Promise<void> {
  if (!CAN_SYNC_DIRECTORIES) return;
  await using handle = await open(directory, 'r');
  await handle.sync();
}

function syncNow(directory: string): void {
  if (!CAN_SYNC_DIRECTORIES) return;
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** @returns the directories from one up to another above it, both included */
function ancestors(directory: string, top: string): string[] {
  return directory === top ? [top] : [directory, ...ancestors(dirname(directory), top)];
}
