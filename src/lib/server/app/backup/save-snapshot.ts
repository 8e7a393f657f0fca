import { savePostgresSnapshot } from './postgres-snapshot.ts';
import { saveSqliteSnapshot } from './sqlite-snapshot.ts';

/** @returns whether a database is Postgres's, by its URL */
export const isPostgresUrl = (databaseUrl: string): boolean => /^postgres(ql)?:/.test(databaseUrl);

/**
 * Writes a database as it is at one moment to a file, and checks the file.
 * @param databaseUrl `postgres://…`, or the path of an SQLite file
 * @throws BackupError
 */
export const saveSnapshot = (
  databaseUrl: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> =>
  isPostgresUrl(databaseUrl)
    ? savePostgresSnapshot(databaseUrl, to, signal)
    : saveSqliteSnapshot(databaseUrl, to);
