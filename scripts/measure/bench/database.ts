// Access to databases without the site's code, so that every version of the site is measured alike.
import { DatabaseSync } from 'node:sqlite';

import { Client } from 'pg';

export type Dialect = 'sqlite' | 'postgres';

export interface Database {
  dialect: Dialect;
  run: (sql: string) => Promise<Record<string, string>[]>;
}

/**
 * Runs a function with an open database.
 * @param url `postgres://…`, or the path of an SQLite file
 */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>) {
  if (!url.startsWith('postgres:')) {
    using database = new DatabaseSync(url, { enableForeignKeyConstraints: false });
    database.exec('pragma synchronous = off; pragma cache_size = -600000');
    const run = async (sql: string) => database.prepare(sql).all() as Record<string, string>[];
    return await work({ dialect: 'sqlite', run });
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  // As above, foreign keys are not checked: they are valid, and checking would double the time.
  await client.query('set session_replication_role = replica');
  const run = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows;
  try {
    return await work({ dialect: 'postgres', run });
  } finally {
    await client.end();
  }
}

/** The current name of a renamed column: the first of the names that the table has. */
export async function columnOf({ dialect, run }: Database, table: string, names: string[]) {
  const columns = await run(
    dialect === 'sqlite'
      ? `select name from pragma_table_info('${table}')`
      : `select column_name as name from information_schema.columns where table_name = '${table}'`,
  );
  return names.find((each) => columns.some(({ name }) => name === each));
}

/** A text as an SQL literal. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
