import { stat } from 'node:fs/promises';

import { sql } from 'kysely';

import type { Database } from './open-database.ts';

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
 * @param url of the database, or the path of the SQLite file
 * @returns its size in bytes; that of SQLite with its log
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
