// The oldest version that may use the schema after a migration (docs/decisions/0108-schema-marks.md).
import { type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from './dialect.ts';
import type { Executor } from './schema.ts';

/** A migration that says which older versions may go on with its schema. */
export interface MarkedMigration extends Migration {
  /** the oldest version, e.g. `0.2.0`, that reads and writes the schema rightly; by default none does */
  usableFrom?: string | undefined;
}

const TABLE = 'schema_marks';

async function insertMark(db: Executor, migration: string, usableFrom: string): Promise<void> {
  await sql`create table if not exists ${sql.table(TABLE)} (
    migration text primary key, usable_from text not null)`.execute(db);
  await sql`insert into ${sql.table(TABLE)} (migration, usable_from)
    values (${migration}, ${usableFrom})
    on conflict (migration) do update set usable_from = excluded.usable_from`.execute(db);
}

/** Lets each migration record its mark, in its transaction. */
export const recordMarks = (all: Record<string, MarkedMigration>): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(all).map(([name, { usableFrom, ...migration }]) => [
      name,
      {
        ...migration,
        async up(db) {
          await migration.up(db);
          if (usableFrom) await insertMark(db, name, usableFrom);
        },
      } satisfies Migration,
    ]),
  );

/** Counts the tables with a name. On Postgres, restore points have tables of the same names in their own schemas. */
export const countTables = (dialect: DialectName, name: string): RawBuilder<{ count: number }> =>
  ({
    sqlite: sql<{
      count: number;
    }>`select count(*) as count from sqlite_master where name = ${name}`,
    postgres: sql<{ count: number }>`select count(*) as count from pg_tables
      where schemaname = current_schema() and tablename = ${name}`,
  })[dialect];

const toNumbers = (version: string): number[] =>
  version.split('.').map((part) => parseInt(part, 10));

/** Whether a version is another one, or came after it. */
export function isFrom(version: string, oldest: string): boolean {
  const [have, need] = [toNumbers(version), toNumbers(oldest)];
  const at = need.findIndex((part, nth) => part !== have[nth]);
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
}

/**
 * Whether a version may use a schema that newer versions made.
 * @param unknown migrations that this version does not have
 */
export async function mayUse(
  { db, dialect }: { db: Executor; dialect: DialectName },
  unknown: string[],
  version: string,
): Promise<boolean> {
  const tables = await countTables(dialect, TABLE).execute(db);
  if (!tables.rows[0]?.count) return false;
  const { rows } = await sql<{ migration: string; usable_from: string }>`
    select migration, usable_from from ${sql.table(TABLE)}`.execute(db);
  const marks = new Map(rows.map((row) => [row.migration, row.usable_from]));
  return unknown.every((name) => {
    const oldest = marks.get(name);
    return oldest !== undefined && isFrom(version, oldest);
  });
}
