import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { sql } from 'kysely';

import { changeUrl, readUrlSetting } from '#lib/server/platform/config/postgres-url.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db, ErasedMemberTable } from '#lib/server/platform/db/schema.ts';

import { BackupError, LateRestoreError } from './backup-place.ts';
import {
  countArchivedRows,
  countRows,
  differences,
  findTool,
  type PostgresTarget,
  readTarget,
  startTool,
  toolConnection,
} from './postgres-tools.ts';
import {
  dropOldRestorePoints,
  dropSchema,
  listConnections,
  listErasedMembers,
  listRestorePoints,
  lockRestores,
  swapSchemas,
} from './queries.ts';
import type { Replaced, RestoreSteps } from './restore-steps.ts';

/** The schema in which a restore is staged. */
export const STAGED = 'glean_restoring';
const LIVE = 'glean_live';

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// The search path is set in the first lines.
const MAX_HEAD = 64 * 1024;
const EMPTY_PATH = "set_config('search_path', '', false)";
// pg_dump 17 writes this setting, also in the first lines; older servers reject it.
const NEW_SETTING = 'SET transaction_timeout = 0;';
const KNOWS_SETTING = 17;

/**
 * Replaces the empty search path in a script of `pg_restore`: functions of generated columns call other functions
 * without a schema. Leaves out a setting that the server does not know.
 */
async function* adaptScript(script: AsyncIterable<Buffer>, { major, schema }: PostgresTarget) {
  const unknown = major < KNOWS_SETTING ? NEW_SETTING : '';
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of script) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const at = head.indexOf(EMPTY_PATH);
    if (at === -1 && head.length < MAX_HEAD) continue;
    if (at !== -1) yield Buffer.from(head.toString('latin1', 0, at).replace(unknown, ''), 'latin1');
    if (at !== -1) yield Buffer.from(`set_config('search_path', '${quote(schema)}', false)`);
    yield at === -1 ? head : head.subarray(at + EMPTY_PATH.length);
    head = null;
  }
  if (head) yield head;
}

/**
 * Loads an archive into its own schema. The archive names the live schema, which is therefore renamed during this one
 * transaction. If this process dies, Postgres rolls back.
 * Other connections see the live schema under its name.
 * @param archive path of a file made by `pg_dump`
 * @param into the name of its schema, which is replaced
 * @throws BackupError
 */
export async function stageArchive(
  databaseUrl: string,
  archive: string,
  target: PostgresTarget,
  into = STAGED,
): Promise<void> {
  const { major, schema } = target;
  const { dbname, env } = toolConnection(databaseUrl);
  const [live, aside, staged] = [schema, LIVE, into].map(quote);
  const psqlArgs = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
  const psql = startTool(await findTool('psql', major), [...psqlArgs, `--dbname=${dbname}`], {
    env,
  });
  const options = ['--no-owner', '--no-privileges', `--schema=${schema}`, '--file=-'];
  const restore = startTool(await findTool('pg_restore', major), [...options, archive]);
  restore.stdin.end();
  psql.stdout.resume();
  try {
    psql.stdin.write(
      `begin; drop schema if exists ${staged} cascade; create schema if not exists ${live}; alter schema ${live} rename to ${aside}; create schema ${live};\n`,
    );
    const script = Readable.from(adaptScript(restore.stdout, target));
    // When psql closes its input, its exit status explains why.
    await pipeline(script, psql.stdin, { end: false }).catch(() => psql.ended);
    await restore.ended;
    psql.stdin.end(
      `\nalter schema ${live} rename to ${staged}; alter schema ${aside} rename to ${live}; commit;\n`,
    );
    await psql.ended;
  } finally {
    psql.kill();
    restore.kill();
  }
}

const UNDEFINED_TABLE = '42P01';

/** @returns the URL for the restore's own connections, which do not count as a server's, on a schema */
export function withSettings(databaseUrl: string, schema?: string): string {
  const changed = changeUrl(databaseUrl, ({ searchParams: settings }) => {
    settings.set('application_name', 'glean-restore');
    const options = settings.get('options') ?? '';
    if (schema) settings.set('options', `${options} -c search_path=${schema}`.trim());
  });
  // The driver decodes %20, but not plus signs.
  return changed.replaceAll('+', '%20');
}

/** @throws BackupError when a server or command is connected to the database */
async function requireStopped(db: Db, databaseUrl: string): Promise<void> {
  const name = readUrlSetting(databaseUrl, 'application_name') ?? '';
  const connections = await listConnections(db, name);
  if (connections.length > 0)
    throw new BackupError(
      `The site is running: stop every server of it first. Connected to its database: ${connections.join(', ')}.`,
    );
}

/** @returns the erased members in the site's database; null when it cannot be read */
const readErased = (db: Db): Promise<ErasedMemberTable[] | null> =>
  listErasedMembers(db).catch((error: unknown) =>
    // The database is of an older version, or empty: no member was erased.
    (error as { code?: string }).code === UNDEFINED_TABLE ? [] : null,
  );

/** Checks that a schema has all rows of the archive loaded into it, and analyzes it. @throws BackupError */
async function checkStaged(db: Db, archive: string, { major, schema }: PostgresTarget) {
  const expected = await countArchivedRows(await findTool('pg_restore', major), archive);
  if (expected.size === 0) throw new BackupError('The backup has no table: take another one.');
  const loaded = await countRows(db, STAGED);
  if (loaded.size === 0)
    throw new BackupError(
      `The backup is of another schema than ${schema}: set the search_path in DATABASE_URL to the one that it was made of.`,
    );
  const wrong = differences(loaded, expected);
  if (wrong.length > 0)
    throw new BackupError(`The backup was not loaded completely: ${wrong.join(', ')}.`);
  // Without statistics the first queries would be slow.
  for (const table of loaded.keys())
    await sql`analyze ${sql.table(`${STAGED}.${table}`)}`.execute(db);
}

/** Runs the steps of a restore on a schema. */
async function complete(
  databaseUrl: string,
  schema: string,
  erased: ErasedMemberTable[] | null,
  steps: RestoreSteps,
): Promise<void> {
  const inner = openDatabase(withSettings(databaseUrl, schema), { isCommand: true });
  try {
    // A pooler may drop the setting.
    if ((await readTarget(inner.db)).schema !== schema)
      throw new BackupError(
        'The connection does not set its schema: let DATABASE_URL name the database itself, not PgBouncer.',
      );
    await steps.complete(inner, erased);
  } finally {
    await inner.close();
  }
}

/** Replaces the live schema. @returns the restore point's name */
const replaceLive = (db: Db, live: string, restored: string): Promise<string> =>
  swapSchemas(db, live, restored).catch((error: unknown) => {
    if (!isDatabaseError(error, 'uncertain')) throw error;
    throw new LateRestoreError(
      'The connection broke in the last step: the site is as it was, or restored. Look at it, and restore again if it is as it was.',
      { cause: error },
    );
  });

/** Runs the steps on a schema, then replaces the live one with it. */
async function replaceWith(
  db: Db,
  databaseUrl: string,
  { live, restored }: { live: string; restored: string },
  steps: RestoreSteps,
): Promise<Replaced> {
  const erased = await readErased(db);
  await complete(databaseUrl, restored, erased, steps);
  const files = await steps.copyFiles();
  await requireStopped(db, databaseUrl);
  const restorePoint = await replaceLive(db, live, restored);
  // The site is restored: leftovers only use space.
  await dropOldRestorePoints(db, restorePoint).catch(() => {});
  return { files, restorePoint: `the schema ${restorePoint}`, isErasureKnown: erased !== null };
}

async function withDatabase<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(withSettings(databaseUrl), { isCommand: true });
  const { db } = database;
  try {
    return await db.connection().execute(async (connection) => {
      if (!(await lockRestores(connection)))
        throw new BackupError('Another restore is running: wait until it ends.');
      await requireStopped(db, databaseUrl);
      return work(db);
    });
  } finally {
    await database.close();
  }
}

/**
 * Replaces a Postgres database with a backup. The backup is loaded, migrated and checked in its own schema; the last
 * step renames two schemas in one transaction, and the old one becomes the restore point.
 * @param archive path of a file made by `pg_dump`
 * @throws BackupError; the site is then unchanged, except for a LateRestoreError
 */
export const restorePostgres = (
  databaseUrl: string,
  archive: string,
  steps: RestoreSteps,
): Promise<Replaced> =>
  withDatabase(databaseUrl, async (db) => {
    const target = await readTarget(db);
    await stageArchive(databaseUrl, archive, target);
    try {
      await checkStaged(db, archive, target);
      return await replaceWith(db, databaseUrl, { live: target.schema, restored: STAGED }, steps);
    } finally {
      await dropSchema(db, STAGED).catch(() => {});
    }
  });

/**
 * Replaces the live schema with a restore point.
 * @param restored the name of the restore point
 * @throws BackupError; the site is then unchanged, except for a LateRestoreError
 */
export const restoreSchema = (
  databaseUrl: string,
  restored: string,
  steps: RestoreSteps,
): Promise<Replaced> =>
  withDatabase(databaseUrl, async (db) => {
    if (!(await listRestorePoints(db)).includes(restored))
      throw new BackupError(`There is no schema ${restored}.`);
    const { schema: live } = await readTarget(db);
    return replaceWith(db, databaseUrl, { live, restored }, steps);
  });
