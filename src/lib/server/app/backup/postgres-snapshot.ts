import { sql } from 'kysely';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { countArchivedRows, differences } from './archive.ts';
import { BackupError } from './backup-name.ts';
import { countRows, readTarget } from './postgres-catalog.ts';
import { findTool, runTool } from './postgres-tools.ts';
import { toolConnection } from './tool-connection.ts';

/** Dumps what a transaction sees. */
async function dump(tx: Executor, url: string, to: string, signal?: AbortSignal) {
  // The transaction lasts as long as the dump.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  const { major, schema } = await readTarget(tx);
  const pgDump = await findTool('pg_dump', major);
  const pgRestore = await findTool('pg_restore', major);
  const { dbname, env } = toolConnection(url);
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--schema="${schema}"`];
  const args = [...options, `--snapshot=${rows[0]?.id}`, `--file=${to}`, `--dbname=${dbname}`];
  await runTool(pgDump, args, { env, signal });
  const expected = await countRows(tx, schema);
  const wrong = differences(await countArchivedRows(pgRestore, to, signal), expected);
  if (wrong.length > 0)
    throw new BackupError(`The backup lacks rows of ${wrong.join(', ')}: run it again.`);
}

/**
 * Dumps a Postgres database as it is at one moment, and checks the dump: all of it is read, and has as many rows as the
 * tables had.
 * @throws BackupError
 */
export async function savePostgresSnapshot(
  url: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const database = openDatabase(url, { isCommand: true });
  try {
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => dump(tx, url, to, signal));
  } finally {
    await database.close();
  }
}
