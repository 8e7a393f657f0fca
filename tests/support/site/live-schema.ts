// Reads the schema from the database.
import { sql } from 'kysely';

import type { Services } from '#lib/server/platform/context.ts';

/** A column of the database under test. */
export interface LiveColumn {
  table: string;
  column: string;
}

/** A column with its type in lower case; on SQLite ids are texts too. */
export interface TypedColumn extends LiveColumn {
  type: string;
}

const COLUMNS = {
  sqlite: sql<TypedColumn>`
    select t.name as "table", c.name as "column", lower(c.type) as type from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table'`,
  postgres: sql<TypedColumn>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type from information_schema.columns as c
    join information_schema.tables as t using (table_schema, table_name)
    where table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
};

const REFERENCES = {
  sqlite: sql<LiveColumn>`
    select t.name as "table", f."from" as "column"
    from pragma_table_list as t, pragma_foreign_key_list(t.name) as f
    where t.schema = 'main' and f."table" = 'members'`,
  postgres: sql<LiveColumn>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'members'::regclass`,
};

// Excluded: Kysely's tables, search indexes, which are tested by searches, and rate limits.
const OTHERS = /^(kysely_.*|sqlite_.*|.*_fts(_.*)?|resource_vectors|rate_limits)$/;
// Generated from the texts for PostgreSQL's search.
const GENERATED = new Set(['search_vector', 'listing_vector']);

/** Lists the columns of our tables. */
export async function listColumns({ db, dialect }: Services): Promise<TypedColumn[]> {
  const { rows } = await COLUMNS[dialect].execute(db);
  return rows.filter(({ table, column }) => !OTHERS.test(table) && !GENERATED.has(column));
}

/** Lists the columns that refer to members. */
export const listReferences = async ({ db, dialect }: Services): Promise<LiveColumn[]> =>
  (await REFERENCES[dialect].execute(db)).rows;

/** All rows of all tables as text, by table; the content of search indexes is in the files' bytes. */
export async function dumpTables(services: Services): Promise<Map<string, string>> {
  const { rows } = await COLUMNS[services.dialect].execute(services.db);
  const dump = new Map<string, string>();
  const tables = new Set(rows.map((row) => row.table).filter((table) => !/_fts/.test(table)));
  for (const table of tables) {
    const { rows: all } = await sql`select * from ${sql.table(table)}`.execute(services.db);
    dump.set(table, JSON.stringify(all));
  }
  return dump;
}
