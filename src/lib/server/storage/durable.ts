import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// Windows keeps its directories safe by itself, and refuses to open one.
const SYNCS_FOLDERS = process.platform !== 'win32';

/**
 * Writes a file so that it is there whole or not at all, also after a power cut.
 * @param file where it will be
 * @param options `draft`, a folder of the same file system for the unfinished file; `root`, the
 * folder above which every directory is known to be on disk
 */
export async function writeDurably(
  file: string,
  bytes: Uint8Array,
  { draft, root }: { draft: string; root: string },
): Promise<void> {
  const unfinished = join(draft, randomUUID());
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeSynced(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // Always all of them: another write may have made a folder and not yet have synced it.
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === root) return;
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', 0o640);
  await handle.writeFile(bytes);
  await handle.sync();
}

/** Brings a folder's entries to the disk itself. @param folder its path */
export async function syncFolder(folder: string): Promise<void> {
  if (!SYNCS_FOLDERS) return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
