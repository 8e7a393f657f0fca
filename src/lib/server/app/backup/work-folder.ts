import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const WORK = 'backup-work';
// What is this old is left from a crash; what is younger may be another process's.
const STALE_MS = 24 * 3_600_000;

/** Deletes what a crash left in a folder, where the name marks it as temporary. */
export async function deleteStale(
  folder: string,
  isTemporary: (name: string) => boolean,
): Promise<void> {
  for (const name of (await readdir(folder)).filter(isTemporary)) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > STALE_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Runs `work` with a new folder in the data directory, and deletes the folder. */
export async function withWorkFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = join(dataDir, WORK);
  await mkdir(parent, { recursive: true });
  await deleteStale(parent, () => true);
  const folder = await mkdtemp(join(parent, 'x-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
