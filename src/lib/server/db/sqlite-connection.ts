import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import type { QueryResult } from 'kysely';

// Waiting for another process's lock blocks this one: writers of one process queue before they ask (sqlite-driver.ts).
const BUSY_MS = 5000;
const STATEMENTS = 500;

// FULL: an acknowledged row outlives a power cut; NORMAL lost rows in 265 of 300 cuts (design 3).
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma trusted_schema = off;
  pragma cache_size = -32000;
  pragma temp_store = memory;`;

function toValue(parameter: unknown): SQLInputValue {
  if (typeof parameter === 'boolean') return parameter ? 1 : 0;
  if (parameter instanceof Date) return parameter.getTime();
  return (parameter ?? null) as SQLInputValue;
}

interface Prepared {
  statement: StatementSync;
  /** of what it returns; none for what only writes */
  columns: string[];
}

/** Made here, since an object that node:sqlite makes has no prototype, and V8 is slow at reading those. */
function toRow(columns: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at];
  return row;
}

/** One connection to an SQLite file, with its statements kept prepared. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  /**
   * @param path of the file, made when absent
   * @param readOnly for the connection that only reads
   */
  constructor(path: string, readOnly = false) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS, readOnly });
    if (!readOnly) this.#database.exec(PRAGMAS);
  }

  /** Runs one statement. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters.map(toValue);
    if (columns.length === 0)
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    // `setReturnArrays` makes each row an array; the types do not say so.
    const rows: unknown[] = statement.all(...values);
    return { rows: rows.map((row) => toRow(columns, row as unknown[])) as R[] };
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    statement.setReturnArrays(true);
    // What writes also answers the last rowid, and the search index has some beyond JavaScript's safe integers.
    statement.setReadBigInts(prepared.columns.length === 0);
    if (this.#prepared.size >= STATEMENTS) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
