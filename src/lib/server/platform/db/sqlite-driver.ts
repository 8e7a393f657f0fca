import { open } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type InsertQueryNode,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';

import { INSERT_NOTHING, insertsNothing } from './empty-lists.ts';

// Waiting for another process's lock blocks this process.
const BUSY_TIMEOUT_MS = 5000;
const MAX_STATEMENTS = 500;

// NORMAL alone lost acknowledged rows in 265 of 300 power cuts: `LogSync` waits for the disk after each commit, as FULL
// does, beside the event loop. What is deleted is overwritten (docs/decisions/0055-members-rights.md).
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
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

const BUSY = 5;
const BUSY_RECOVERY = 261;
const MAX_WAIT_MS = 5000;
const RETRY_MS = 20;

const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { errcode?: number };
  return errcode === BUSY || errcode === BUSY_RECOVERY;
};

/**
 * Tries again while another process has the lock. Waiting for it in SQLite would block this process.
 * @param since when the waiting began
 */
async function retryWhileBusy<T>(work: () => T, since = performance.now()): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > MAX_WAIT_MS) throw error;
    }
    await delay(RETRY_MS * (0.5 + Math.random()));
  }
}

/** A mutual exclusion lock, first come first served. */
class Mutex {
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits for the lock.
   * @returns releases it
   */
  async acquire(): Promise<() => void> {
    const previous = this.#last;
    const released = Promise.withResolvers<void>();
    this.#last = released.promise;
    await previous;
    return released.resolve;
  }
}

/**
 * Writes SQLite's log to the disk (docs/decisions/0099-sync-beside-the-event-loop.md). One sync serves all that was
 * committed before it began.
 */
class LogSync {
  readonly #path: string;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  /** @param path of the database file */
  constructor(path: string) {
    this.#path = `${path}-wal`;
  }

  /** Waits until what is committed by now survives a power cut. */
  wait(): Promise<void> {
    this.#queued ??= this.#syncAfter(this.#running);
    return this.#queued;
  }

  async #syncAfter(running: Promise<void> | null): Promise<void> {
    await running?.catch(() => null);
    this.#running = this.#queued;
    this.#queued = null;
    // Opened each time: another process may have begun a new log.
    await using log = await open(this.#path, 'r+');
    await log.datasync();
  }
}

/**
 * Kysely's driver for node:sqlite: one connection reads, one writes. Readers never wait for a writer (WAL). Writers
 * wait for a lock of ours, and then for other processes.
 */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #blocks: boolean;
  readonly #writeLock = new Mutex();
  readonly #log: LogSync;
  #reader!: SqliteConnection;
  #writer!: SqliteConnection;

  /**
   * @param path of the database file
   * @param blocks whether the process may block while it waits for another one
   */
  constructor(path: string, blocks: boolean) {
    this.#path = path;
    this.#blocks = blocks;
    this.#log = new LogSync(path);
  }

  async init(): Promise<void> {
    const blocks = this.#blocks;
    this.#writer = new SqliteConnection(this.#path, { blocks });
    this.#reader = new SqliteConnection(this.#path, { blocks, readOnly: true });
  }

  async acquireConnection(): Promise<DriverConnection> {
    return new DriverConnection(this.#reader, this.#writer, this.#writeLock, this.#log);
  }

  beginTransaction = (connection: DriverConnection) => connection.begin();
  commitTransaction = (connection: DriverConnection) => connection.commit();
  rollbackTransaction = (connection: DriverConnection) => connection.rollback();
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }
}

/** Outside a transaction, selects run on the reader; inside, everything runs on the writer. */
class DriverConnection implements DatabaseConnection {
  readonly #reader: SqliteConnection;
  readonly #writer: SqliteConnection;
  readonly #writeLock: Mutex;
  readonly #log: LogSync;
  #releaseLock: (() => void) | null = null;

  constructor(reader: SqliteConnection, writer: SqliteConnection, writeLock: Mutex, log: LogSync) {
    this.#reader = reader;
    this.#writer = writer;
    this.#writeLock = writeLock;
    this.#log = log;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#releaseLock) return this.#writer.run(query.sql, query.parameters);
    if (SelectQueryNode.is(query.query))
      return retryWhileBusy(() => this.#reader.run(query.sql, query.parameters));
    const result = await this.#runAlone<R>(query);
    await this.#log.wait();
    return result;
  }

  /** Runs a statement that is a transaction of its own. */
  async #runAlone<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const since = performance.now();
    const release = await this.#writeLock.acquire();
    try {
      return await retryWhileBusy(() => this.#writer.run<R>(sql, parameters), since);
    } finally {
      release();
    }
  }

  /** Takes SQLite's write lock immediately, so that a transaction never fails to get it later. */
  async begin(): Promise<void> {
    const since = performance.now();
    const release = await this.#writeLock.acquire();
    try {
      await retryWhileBusy(() => this.#writer.run('begin immediate', []), since);
      this.#releaseLock = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Keeps the lock when the commit fails: Kysely rolls back next. The next transaction does not wait for the disk. */
  async commit(): Promise<void> {
    this.#writer.run('commit', []);
    this.#release();
    await this.#log.wait();
  }

  async rollback(): Promise<void> {
    try {
      if (this.#writer.isInTransaction) this.#writer.run('rollback', []);
    } finally {
      this.#release();
    }
  }

  #release(): void {
    this.#releaseLock?.();
    this.#releaseLock = null;
  }

  // oxlint-disable-next-line require-yield -- part of Kysely's interface; no query streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported on SQLite.');
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Inlines limits: SQLite prepares a statement again whenever the value of a bound limit changes. */
class InlineLimitCompiler extends SqliteQueryCompiler {
  protected override visitInsertQuery(node: InsertQueryNode): void {
    if (insertsNothing(node)) this.append(INSERT_NOTHING);
    else super.visitInsertQuery(node);
  }

  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    if (ValueNode.is(limit)) this.appendImmediateValue(limit.value);
    else this.visitNode(limit);
  }
}

/** Kysely's dialect for node:sqlite. */
export const sqliteDialect = (driver: SqliteDriver): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new InlineLimitCompiler(),
});
