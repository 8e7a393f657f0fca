// Loaded into a site with `--import`: records each statement that the site runs, and sends them on request.
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import pg from 'pg';

/** A statement as the site ran it. */
export interface Statement {
  /** the path of the SQLite file; empty for Postgres */
  database: string;
  sql: string;
  values: unknown[];
}

let ran: Statement[] = [];

interface Prepares {
  prepare: (this: DatabaseSync, sql: string) => StatementSync;
}
const sqlite: Prepares = DatabaseSync.prototype;
const { prepare } = sqlite;
sqlite.prepare = function prepareNoted(sql) {
  const statement = prepare.call(this, sql);
  const database = this.location() ?? '';
  for (const method of ['all', 'run'] as const) {
    const run = statement[method].bind(statement) as (...values: unknown[]) => never;
    statement[method] = (...values: unknown[]) => {
      ran.push({ database, sql, values });
      return run(...values);
    };
  }
  return statement;
};

interface Queries {
  query: (this: pg.Client, given: string | pg.QueryConfig, ...others: unknown[]) => unknown;
}
const postgres = pg.Client.prototype as Queries;
const { query } = postgres;
postgres.query = function queryNoted(given, ...others) {
  const { text, values } = typeof given === 'string' ? { text: given, values: others[0] } : given;
  ran.push({ database: '', sql: text, values: Array.isArray(values) ? values : [] });
  return query.call(this, given, ...others);
};

process.on('message', () => {
  process.send?.(ran);
  ran = [];
});
