import { stat } from 'node:fs/promises';

import { sql } from 'kysely';

import type { Database } from './open-database.ts';

const fileSize = async (path: string): Promise<number> => {
  const stats = await stat(path).catch(() => null);
  return stats?.size ?? 0;
};

/**
 * @param url of the database, or the path of the SQLite file
 * @returns its size in bytes; that of SQLite with its log
 */
export async function readDatabaseSize(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  url: string,
): Promise<number> {
  if (dialect === 'sqlite') return (await fileSize(url)) + (await fileSize(`${url}-wal`));
  const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? 0;
}
