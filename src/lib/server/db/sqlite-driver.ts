import { setTimeout as delay } from 'node:timers/promises';

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';

import { SqliteConnection } from './sqlite-connection.ts';

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
 * Kysely's driver for node:sqlite: one connection reads, one writes. Readers never wait for a writer (WAL). Writers
 * wait for a lock of ours, and then for other processes.
 */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #blocks: boolean;
  readonly #writeLock = new Mutex();
  #reader!: SqliteConnection;
  #writer!: SqliteConnection;

  /**
   * @param path of the database file
   * @param blocks whether the process may block while it waits for another one
   */
  constructor(path: string, blocks: boolean) {
    this.#path = path;
    this.#blocks = blocks;
  }

  async init(): Promise<void> {
    const blocks = this.#blocks;
    this.#writer = new SqliteConnection(this.#path, { blocks });
    this.#reader = new SqliteConnection(this.#path, { blocks, readOnly: true });
  }

  async acquireConnection(): Promise<DriverConnection> {
    return new DriverConnection(this.#reader, this.#writer, this.#writeLock);
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
  #releaseLock: (() => void) | null = null;

  constructor(reader: SqliteConnection, writer: SqliteConnection, writeLock: Mutex) {
    this.#reader = reader;
    this.#writer = writer;
    this.#writeLock = writeLock;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#releaseLock) return this.#writer.run(query.sql, query.parameters);
    if (SelectQueryNode.is(query.query))
      return retryWhileBusy(() => this.#reader.run(query.sql, query.parameters));
    const since = performance.now();
    const release = await this.#writeLock.acquire();
    try {
      return await retryWhileBusy(() => this.#writer.run(query.sql, query.parameters), since);
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

  /** Keeps the lock when the commit fails: Kysely rolls back next. */
  async commit(): Promise<void> {
    this.#writer.run('commit', []);
    this.#release();
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
