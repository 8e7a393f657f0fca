import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { sql } from 'kysely';

import type { Database } from './open-database.ts';

/** `quick_check` does not compare indexes with their tables, and is several times as fast. */
export type CheckName = 'quick_check' | 'integrity_check';

// In a thread, since a large file takes seconds.
const CHECK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5000 });
  const row = database.prepare('pragma ' + workerData.check + '(1)').get();
  parentPort.postMessage(Object.values(row)[0]);
  database.close();`;

/**
 * Reads a whole SQLite file.
 * @returns SQLite's description of the damage, or null
 */
export function findDamage(path: string, check: CheckName): Promise<string | null> {
  const worker = new Worker(CHECK, { eval: true, execArgv: [], workerData: { path, check } });
  return new Promise((resolve) => {
    worker.once('message', (result: string) => resolve(result === 'ok' ? null : oneLine(result)));
    worker.once('error', ({ message }: Error) => resolve(message));
  });
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

// Vacuuming writes some 150 MB a second, and writers wait up to 5 s for its lock.
const MAX_BYTES = 512 * 1024 * 1024;

// In a thread, so that this process continues; as a string, so that the build needs no file for it. The copy is made
// beside the database: in a container, the folder for temporary files is in memory.
const CODE = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const { path, folder } = workerData;
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(\`pragma temp_store_directory = '\${folder.replaceAll("'", "''")}'\`);
  database.exec('vacuum');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
`;

/**
 * Rewrites an SQLite file without deleted data, and empties its log. SQLite overwrites deleted rows, but not the
 * copies that it leaves when it moves rows within a page.
 * @returns false for a file so large that writers would wait too long
 * @throws the database's own error
 */
export async function vacuumFile(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) return false;
  const worker = new Worker(CODE, { eval: true, workerData: { path, folder: dirname(path) } });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  return true;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** SQLite removes its log when the last connection closes. */
async function logSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/**
 * @param url the database's URL, or the path of the SQLite file
 * @returns the size in bytes, including SQLite's log
 * @throws the error of the database or the file system when the size cannot be read
 */
export async function readDatabaseSize(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  url: string,
): Promise<number> {
  if (dialect === 'sqlite') return (await stat(url)).size + (await logSize(`${url}-wal`));
  const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? 0;
}
