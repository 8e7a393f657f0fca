import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import type { QueryResult } from 'kysely';

// Waiting for another process's lock blocks this process.
const BUSY_TIMEOUT_MS = 5000;
const MAX_STATEMENTS = 500;

// FULL: committed rows survive a power cut; NORMAL lost rows in 265 of 300 cuts. What is deleted is overwritten
// (docs/decisions/0055-members-rights.md).
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma trusted_schema = off;
  pragma journal_size_limit = 8388608;
  pragma cache_size = -32000;
  pragma temp_store = memory;`;

function toValue(parameter: unknown): SQLInputValue {
  if (typeof parameter === 'boolean') return parameter ? 1 : 0;
  if (parameter instanceof Date) return parameter.getTime();
  return (parameter ?? null) as SQLInputValue;
}

interface PreparedStatement {
  statement: StatementSync;
  /** empty for a statement that only writes */
  columns: string[];
}

/** node:sqlite's own rows have no prototype, and V8 is slow at reading those. */
function toRow(columns: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1)
    row[columns[index] as string] = values[index];
  return row;
}

/** A connection to an SQLite file, with a cache of prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  /**
   * @param path of the file, created when missing
   * @param options `blocks`: it waits for locks, and only opening it does otherwise
   */
  constructor(path: string, { readOnly = false, blocks = false } = {}) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly });
    if (!readOnly) this.#database.exec(PRAGMAS);
    if (!blocks) this.#database.exec('pragma busy_timeout = 0');
  }

  /** Whether a transaction is open: SQLite itself ends one whose disk is full. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs one statement. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters.map(toValue);
    if (columns.length === 0)
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    // `setReturnArrays` makes each row an array; the types do not declare that.
    const rows: unknown[] = statement.all(...values);
    return { rows: rows.map((row) => toRow(columns, row as unknown[])) as R[] };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    statement.setReturnArrays(true);
    // A write returns the last rowid, and those of the search index exceed JavaScript's safe integers.
    statement.setReadBigInts(prepared.columns.length === 0);
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
