import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { RowCounts } from './archive.ts';

const MAJOR = 10_000;

/** What the tools must know of a Postgres database. */
export interface PostgresTarget {
  /** the server's version, e.g. 17 */
  major: number;
  /** the schema that its tables are in */
  schema: string;
}

/** Reads the server's version and the schema of our tables. */
export async function readTarget(db: Executor): Promise<PostgresTarget> {
  const { rows } = await sql<{ number: number; schema: string | null }>`
    select current_setting('server_version_num')::int as number, current_schema() as schema`.execute(
    db,
  );
  const { number = 0, schema = null } = rows[0] ?? {};
  return { major: Math.floor(number / MAJOR), schema: schema ?? 'public' };
}

/** Counts the rows of every table in a schema, but for tables of extensions, which are not dumped. */
export async function countRows(db: Executor, schema: string): Promise<RowCounts> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = ${schema} and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`.execute(db);
  const counts: RowCounts = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.id(schema, name)}`.execute(db);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}
