import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { saveSqliteSnapshot } from './sqlite-snapshot.ts';

const FOLDER = 'restore-points';
const MAX = 3;

/** The file's name in a restore point: that of a backup without a time. */
export const RESTORE_POINT_FILE = 'glean.sqlite';

/** Deletes all but the newest restore points. */
async function deleteOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted();
  for (const name of names.slice(0, -MAX))
    await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Creates the folder of a restore point, and deletes all but the newest three.
 * @returns the folder
 */
export async function createRestorePoint(dataDir: string): Promise<string> {
  const all = join(dataDir, FOLDER);
  const folder = join(all, new Date().toISOString().replaceAll(/[:.]/g, '-'));
  await mkdir(folder, { recursive: true });
  await deleteOld(all);
  return folder;
}

/**
 * Copies an SQLite database beside it.
 * @returns the folder with the copy
 * @throws BackupError
 */
export async function copyToRestorePoint(databaseUrl: string, dataDir: string): Promise<string> {
  const folder = await createRestorePoint(dataDir);
  await saveSqliteSnapshot(databaseUrl, join(folder, RESTORE_POINT_FILE)).catch(
    async (error: unknown) => {
      await rm(folder, { recursive: true });
      throw error;
    },
  );
  return folder;
}
