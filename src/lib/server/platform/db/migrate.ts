import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { VERSION } from '#lib/server/platform/config/version.ts';

import type { DialectName } from './dialect.ts';
import { type Migrations, migrations } from './migrations/all.ts';
import type { Database } from './open-database.ts';
import { countTables, mayUse, recordMarks } from './schema-marks.ts';

const MIGRATION_TABLE = 'kysely_migration';
const REMEDY: Record<DialectName, string> = {
  sqlite: 'move the files of DATA_DIR away, or set another DATA_DIR',
  postgres: 'set DATABASE_URL to an empty database',
};

// Versions before 0.2 had other migrations, none of which remains. Their first ones:
const OUTDATED = ['0001-community', '0001-initial'];

/** @returns the names of executed migrations */
async function listExecuted({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<string[]> {
  const tables = await countTables(dialect, MIGRATION_TABLE).execute(db);
  if (!tables.rows[0]?.count) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws ConfigError when this version cannot use the database of another version */
async function rejectOtherVersions(
  database: Pick<Database, 'db' | 'dialect'>,
  executed: string[],
  known: object,
): Promise<void> {
  if (OUTDATED.some((name) => executed.includes(name)))
    throw new ConfigError(
      `The database was made by a version before 0.2, which cannot be upgraded: ${REMEDY[database.dialect]}.`,
    );
  const unknown = executed.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0 && !(await mayUse(database, unknown, VERSION)))
    throw new ConfigError(
      'The database was made by a newer version of Glean: install that version, or restore the backup made before the upgrade.',
    );
}

/**
 * Lists the migrations that a database still needs.
 * @param all by default this version's migrations
 * @returns null for an empty database
 * @throws ConfigError when a newer version made a schema that this one may not use, or one before 0.2 did
 */
export async function listPending(
  database: Database,
  all: Migrations = migrations,
): Promise<string[] | null> {
  const known = all(database.dialect);
  const executed = await listExecuted(database);
  await rejectOtherVersions(database, executed, known);
  if (executed.length === 0) return null;
  return Object.keys(known).filter((name) => !executed.includes(name));
}

/**
 * Migrates the database to the current schema: only forward, all or nothing, and safe when several servers start
 * together.
 * @param all by default this version's migrations
 * @throws ConfigError when a newer version made a schema that this one may not use, or one before 0.2 did
 * @throws the failing migration's error, with the database unchanged
 */
export async function migrate(database: Database, all: Migrations = migrations): Promise<void> {
  // The usual case: the Migrator would read every table and its columns, twice.
  if ((await listPending(database, all))?.length === 0) return;
  const { db, dialect } = database;
  const provider = { getMigrations: async () => recordMarks(all(dialect)) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
