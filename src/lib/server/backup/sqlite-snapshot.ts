import { backup, DatabaseSync } from 'node:sqlite';

import { errorText } from '#lib/server/config.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';

import { BackupError } from './backup-error.ts';

// All pages in one step: smaller steps would restart with every write.
const ALL_PAGES = 2 ** 30;

/** @returns what is wrong with the copy, or null */
async function copyDatabase(from: string, to: string): Promise<string | null> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    await backup(database, to, { rate: ALL_PAGES });
    useOneFile(to);
    return await findDamage(to, 'integrity_check');
  } catch (error) {
    return errorText(error);
  } finally {
    database.close();
  }
}

/** Turns the log off: the copy is one file, also for who opens it without writing. */
function useOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/**
 * Copies an SQLite database as it is at one moment, while it is in use, and checks the whole copy.
 * @throws BackupError when it is damaged or cannot be copied
 */
export async function saveSqliteSnapshot(from: string, to: string): Promise<void> {
  const problem = await copyDatabase(from, to);
  if (problem)
    throw new BackupError(
      `The database could not be backed up (${problem}). Older backups are as they were. If the database is damaged, restore the last one.`,
    );
}
