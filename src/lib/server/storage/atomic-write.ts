import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// The folder of the unfinished files, beside the shards: no key can name it.
const DRAFTS = '.drafts';

// A draft this old was left by a crash; a younger one may be another process's, at work.
const ABANDONED_MS = 10 * 60_000;

// Windows keeps its directories safe by itself, and refuses to open one.
const SYNCS_FOLDERS = process.platform !== 'win32';

/**
 * Makes a store's folder safe to write to, and removes what a crash left unfinished in it.
 * @param root an absolute path
 * @returns the folder for unfinished files
 * @throws the file system's own error
 */
export function prepareDirectory(root: string): string {
  const drafts = join(root, DRAFTS);
  const made = mkdirSync(drafts, { recursive: true });
  if (made) for (const folder of upTo(root, dirname(made))) syncFolderNow(folder);
  for (const name of readdirSync(drafts)) removeAbandoned(join(drafts, name));
  return drafts;
}

function removeAbandoned(draft: string): void {
  const found = statSync(draft, { throwIfNoEntry: false });
  if (found && Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(draft, { force: true });
}

/**
 * Writes a file so that it is there whole or not at all, also after a power cut.
 * @param file where it will be, below `root`
 * @param store its `root`, and its `drafts` as `prepareDirectory` answered
 * @throws the file system's own error
 */
export async function writeFileAtomically(
  file: string,
  bytes: Uint8Array,
  { drafts, root }: { drafts: string; root: string },
): Promise<void> {
  const draft = join(drafts, randomUUID());
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeSynced(draft, bytes);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Always all of them: another write may have made a folder and not have synced it yet.
  for (const folder of upTo(dirname(file), root)) await syncFolder(folder);
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', 0o640);
  await handle.writeFile(bytes);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  if (!SYNCS_FOLDERS) return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function syncFolderNow(folder: string): void {
  if (!SYNCS_FOLDERS) return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** The folders from one up to another above it, both included. */
function upTo(folder: string, top: string): string[] {
  return folder === top ? [top] : [folder, ...upTo(dirname(folder), top)];
}
