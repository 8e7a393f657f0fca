// Counts and hashes the rows of a database.
import { hash } from 'node:crypto';

import { type RawBuilder, sql } from 'kysely';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';

type Row = Record<string, unknown>;

/** The names of all indexes and of all tables, without those of the search on SQLite. */
const NAMES: Record<DialectName, RawBuilder<{ kind: string; name: string }>> = {
  sqlite: sql`select type as kind, name from sqlite_master
    where type in ('table', 'index') and name not like '%\\_fts%' escape '\\'
      and name not like 'sqlite\\_%' escape '\\' order by kind, name`,
  postgres: sql`select 'table' as kind, tablename as name from pg_tables
    where schemaname = current_schema()
    union all select 'index', indexname from pg_indexes where schemaname = current_schema()
    order by kind, name`,
};

// These contain the time when each migration ran.
const OTHERS = /^kysely_/;

/** The content of a database. */
export interface Tables {
  /** the number of rows of each table */
  counts: Map<string, number>;
  /** the names of the indexes, and for each table a line with the number and the hash of its rows */
  text: string;
}

/** Reads all rows of all tables. */
export async function lookAtTables({ db, dialect }: Database): Promise<Tables> {
  const { rows: names } = await NAMES[dialect].execute(db);
  const counts = new Map<string, number>();
  const lines = names.filter(({ kind }) => kind === 'index').map(({ name }) => name);
  for (const { kind, name } of names) {
    if (kind !== 'table' || OTHERS.test(name)) continue;
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db);
    const texts = rows.map((row) => JSON.stringify(row)).toSorted();
    counts.set(name, rows.length);
    lines.push(`${name}: ${rows.length} ${hash('sha256', texts.join('\n'))}`);
  }
  return { counts, text: lines.join('\n') };
}
