import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';

import { SqliteConnection } from './sqlite-connection.ts';

/** Lets one writer in at a time, in the order they came. */
class WriterQueue {
  #last: Promise<void> = Promise.resolve();

  /** @returns what ends the turn, once it is this writer's turn */
  async enter(): Promise<() => void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    return turn.resolve;
  }
}

/**
 * Kysely on node:sqlite: one connection reads, one writes. Readers never wait for a writer (WAL), and
 * writers queue here instead of in SQLite's lock, whose waiting would block the whole process.
 */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #writers = new WriterQueue();
  #reader!: SqliteConnection;
  #writer!: SqliteConnection;

  /** @param path of the database file */
  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    this.#writer = new SqliteConnection(this.#path);
    this.#reader = new SqliteConnection(this.#path, true);
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#reader, this.#writer, this.#writers);
  }

  beginTransaction = (connection: Connection) => connection.begin();
  commitTransaction = (connection: Connection) => connection.commit();
  rollbackTransaction = (connection: Connection) => connection.rollback();
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }
}

/** Outside a transaction a query reads or writes on its own; inside, everything goes to the writer. */
class Connection implements DatabaseConnection {
  readonly #reader: SqliteConnection;
  readonly #writer: SqliteConnection;
  readonly #writers: WriterQueue;
  #leave: (() => void) | null = null;

  constructor(reader: SqliteConnection, writer: SqliteConnection, writers: WriterQueue) {
    this.#reader = reader;
    this.#writer = writer;
    this.#writers = writers;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#leave) return this.#writer.run(query.sql, query.parameters);
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query.sql, query.parameters);
    const leave = await this.#writers.enter();
    try {
      return this.#writer.run(query.sql, query.parameters);
    } finally {
      leave();
    }
  }

  /** Takes the write lock at once, so that no transaction fails half-way for want of it. */
  async begin(): Promise<void> {
    const leave = await this.#writers.enter();
    try {
      this.#writer.run('begin immediate', []);
      this.#leave = leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** After a commit that failed the turn is kept: Kysely rolls back next, on the same connection. */
  async commit(): Promise<void> {
    this.#writer.run('commit', []);
    this.#giveUpTurn();
  }

  async rollback(): Promise<void> {
    try {
      this.#writer.run('rollback', []);
    } finally {
      this.#giveUpTurn();
    }
  }

  #giveUpTurn(): void {
    this.#leave?.();
    this.#leave = null;
  }

  // oxlint-disable-next-line require-yield -- part of Kysely's interface; no query of ours streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported on SQLite.');
  }
}
