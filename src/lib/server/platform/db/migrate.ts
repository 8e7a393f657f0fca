import { type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';

import type { DialectName } from './dialect.ts';
import { type Migrations, migrations } from './migrations/all.ts';
import type { Database } from './open-database.ts';

const MIGRATION_TABLE = 'kysely_migration';
const REMEDY: Record<DialectName, string> = {
  sqlite: 'move the files of DATA_DIR away, or set another DATA_DIR',
  postgres: 'set DATABASE_URL to an empty database',
};

// Versions before 0.2, released or not, had other migrations; none of their names remains. The first one of each:
const OUTDATED = ['0001-community', '0001-initial'];

// On Postgres a restore point, too, has one, in a schema of its own.
const COUNT_TABLES: Record<DialectName, RawBuilder<{ count: number }>> = {
  sqlite: sql`select count(*) as count from sqlite_master where name = ${MIGRATION_TABLE}`,
  postgres: sql`select count(*) as count from pg_tables
    where schemaname = current_schema() and tablename = ${MIGRATION_TABLE}`,
};

/** @returns the names of the migrations that the database has had */
async function listExecuted({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<string[]> {
  const tables = await COUNT_TABLES[dialect].execute(db);
  if (!tables.rows[0]?.count) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws ConfigError when another version made the database, and this one cannot use it */
function rejectOtherVersions(executed: string[], known: object, dialect: DialectName): void {
  if (OUTDATED.some((name) => executed.includes(name)))
    throw new ConfigError(
      `The database was made by a version before 0.2, which cannot be upgraded: ${REMEDY[dialect]}.`,
    );
  if (executed.some((name) => !Object.hasOwn(known, name)))
    throw new ConfigError(
      'The database was made by a newer version of Glean: install that version, or restore the backup made before the upgrade.',
    );
}

/**
 * Lists the migrations that a database has not had.
 * @param all by default those of this version
 * @returns null for an empty database, which has had none
 * @throws ConfigError when a newer version made the database, or one before 0.2
 */
export async function listPending(
  database: Database,
  all: Migrations = migrations,
): Promise<string[] | null> {
  const known = all(database.dialect);
  const executed = await listExecuted(database);
  rejectOtherVersions(executed, known, database.dialect);
  if (executed.length === 0) return null;
  return Object.keys(known).filter((name) => !executed.includes(name));
}

/**
 * Migrates the database to the current schema: forward only, all or nothing, safe when several servers start together.
 * @param all by default the migrations of this version
 * @throws ConfigError when a newer version made the database, or one before 0.2
 * @throws the failing migration's error, with the database unchanged
 */
export async function migrate(database: Database, all: Migrations = migrations): Promise<void> {
  // Most starts: the Migrator reads every table and its columns, twice.
  if ((await listPending(database, all))?.length === 0) return;
  const { db, dialect } = database;
  const provider = { getMigrations: async () => all(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
