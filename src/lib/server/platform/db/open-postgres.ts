import { hash } from 'node:crypto';

import {
  Kysely,
  type LogConfig,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg, { type QueryConfig } from 'pg';

import { listHostUrls, mustTakeWrites } from '#lib/server/platform/config/postgres-url.ts';

import { toCommitError } from './database-error.ts';
import { EmptyListCompiler } from './empty-lists.ts';
import { GivenUpSessions, OWN_SESSION } from './given-up-sessions.ts';
import type { Database } from './open-database.ts';
import { type Address, clientOf, Hosts } from './postgres-hosts.ts';
import type { Db, Schema } from './schema.ts';

const SLOW_MS = 200;

/** A query that took long. */
export interface SlowQuery {
  /** with placeholders: the values are the members' */
  sql: string;
  /** with the time that it waited for a lock */
  ms: number;
}

/** Called for each slow query, also for one that failed. */
export type OnSlowQuery = (query: SlowQuery) => void;

/** @returns Kysely's setting that reports slow queries; without a callback it measures none */
export const reportSlowQueries = (onSlowQuery: OnSlowQuery | undefined): LogConfig =>
  onSlowQuery
    ? ({ query, queryDurationMillis: ms }) => {
        if (ms > SLOW_MS) onSlowQuery({ sql: query.sql, ms });
      }
    : [];

/** By which the servers of one database notify each other (docs/decisions/0041-many-servers.md). */
export interface Channel {
  /** not behind the queries of requests */
  db: Db;
  /** notifies the other servers; a notification may be lost */
  notify(): void;
  close(): Promise<void>;
}

/**
 * Opens a channel. On Postgres it has a connection of its own, which listens. The pool replaces one that broke at the
 * next query: whoever queries the channel periodically reconnects it.
 * @param url the database's
 * @param onNotify called when another server has notified; some calls are lost with a connection
 */
export function openChannel(
  { dialect, db }: Pick<Database, 'dialect' | 'db'>,
  url: string,
  name: string,
  onNotify: () => void,
): Channel {
  // One server has SQLite for itself.
  if (dialect === 'sqlite') return { db, notify: () => {}, close: () => Promise.resolve() };
  const listen: ConnectHook = async (client) => {
    client.on('notification', ({ processId }) => {
      // Its type lacks the number.
      const { processID: own } = client as typeof client & { processID: number };
      if (processId !== own) onNotify();
    });
    // Not every engine that speaks PostgreSQL's protocol has it.
    await client.query(`listen ${name}`).catch(() => {});
    // It only reads and notifies: that need not wait for a standby.
    await client.query('set synchronous_commit = off').catch(() => {});
  };
  const own = openPostgres(url, 'channel', { onConnect: listen });
  let notifying: Promise<unknown> | null = null;
  const notify = () => {
    // A change while a notification is under way is in the poll that follows it.
    notifying ??= sql`select pg_notify(${name}, '')`
      .execute(own.db)
      .catch(() => {})
      .finally(() => (notifying = null));
  };
  const close = async () => {
    await notifying;
    await own.close();
  };
  return { db: own.db, notify, close };
}

const INT8 = 20;
const KEEP_ALIVE_MS = 5000;
// Bounds what a connection has prepared.
const LIFETIME_S = 3600;
// The transaction of a server that is paused or lost frees its locks, for which others get 503.
const IDLE_IN_TRANSACTION_MS = 5000;
// The database ends a statement itself; when it cannot, so do we.
const UNANSWERED_MS = 500;

/** In milliseconds: a request waits for at most a connection and a statement. */
const POOLS = {
  // Idle connections may have broken without a sign: few are left after a short while.
  request: { size: 10, idle: 5000, connection: 1500, lock: 2000, statement: 3000 },
  // It looks whether writes work: a busy machine is slow, a standby that hangs is silent for good.
  probe: { size: 1, idle: 5000, connection: 10_000, lock: 10_000, statement: 10_000 },
  command: { size: 10, idle: 5000, connection: 10_000, lock: 600_000, statement: 600_000 },
  // It remains open, and is used twice a second (cache-invalidation.ts).
  channel: { size: 1, idle: 0, connection: 1500, lock: 2000, statement: 2000 },
};

/** Which limits a pool has. */
type PoolName = keyof typeof POOLS;

/** Prepares a connection before it is used. */
type ConnectHook = (client: pg.ClientBase) => Promise<void>;

interface PostgresOptions {
  onConnect?: ConnectHook;
  /** of queries */
  log?: LogConfig;
}

type AnyQuery = (...args: unknown[]) => unknown;

const READ_ONLY = '25006';
const UNANSWERED = 'Query read timeout';

// After these a connection must not return to the pool: its statement is still running, or one that it has prepared does
// not fit the database any more (0A000 and 26000, after a change of a column's type or behind a pooler), or the host does
// not take writes any more.
const isBroken = ({ message, code = '' }: pg.DatabaseError): boolean =>
  message === UNANSWERED || ['0A000', '26000', READ_ONLY].includes(code);

// A connection has each until it ends. The queries of requests have about 150 texts.
const MAX_TEXTS = 500;
// Those with a long list of values rarely run again: lists have many lengths.
const MAX_LENGTH = 4000;
// Postgres cuts names that are longer than 63 characters.
const NAME_LENGTH = 22;

const nameOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, NAME_LENGTH);

/**
 * Names the statements that run again, so that each connection parses them once and Postgres can keep their plans.
 * @returns the query of a text with parameters, with a name from its second run on
 */
export function nameStatements(): (text: string, values: unknown[]) => QueryConfig {
  const names = new LRUCache<string, string>({ max: MAX_TEXTS });
  return (text, values) => {
    if (text.length > MAX_LENGTH) return { text, values };
    const name = names.get(text);
    if (name) return { text, values, name };
    names.set(text, nameOf(text));
    return { text, values };
  };
}

/** Of the pool's own calls, which ends the connection itself. */
type Callback = (error: pg.DatabaseError | null, result: unknown) => void;

/**
 * Lets a connection prepare the statements that Kysely runs again, and ends it when it is broken.
 * @param onError called with each error of a statement
 */
function prepareStatements(
  client: pg.PoolClient,
  nameStatement: ReturnType<typeof nameStatements>,
  onError: (error: pg.DatabaseError) => void,
): void {
  const query = client.query.bind(client) as AnyQuery;
  const prepared: AnyQuery = (...args) => {
    const onEnd = args.at(-1);
    if (typeof onEnd === 'function')
      return query(...args.slice(0, -1), ((error, result) => {
        if (error) onError(error);
        (onEnd as Callback)(error, result);
      }) satisfies Callback);
    const [text, values] = args;
    const isKysely = args.length === 2 && typeof text === 'string' && Array.isArray(values);
    const result =
      isKysely && values.length > 0 ? query(nameStatement(text, values)) : query(...args);
    if (result instanceof Promise)
      result.catch((error: pg.DatabaseError) => {
        onError(error);
        if (isBroken(error)) void client.end();
      });
    return result;
  };
  client.query = prepared as typeof client.query;
}

// Not as parameters of the start: PgBouncer takes none that it does not know.
const SET_LIMITS = `select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false), ${OWN_SESSION} as session`;

/** @returns what identifies its session */
async function setLimits(client: pg.Client, name: PoolName): Promise<string> {
  const { lock, statement } = POOLS[name];
  const limits = [lock, statement, IDLE_IN_TRANSACTION_MS].map(String);
  const { rows } = await client.query<{ session: string | null }>(SET_LIMITS, limits);
  return rows[0]?.session ?? '';
}

/** @returns the settings of a pool's connections */
function settingsOf(url: string, name: PoolName): pg.PoolConfig {
  const { size, idle, connection, statement } = POOLS[name];
  return {
    connectionString: listHostUrls(url)[0] ?? url,
    max: size,
    // By which a restore sees whether the site is running.
    application_name: `glean ${name}`,
    connectionTimeoutMillis: connection,
    query_timeout: statement + UNANSWERED_MS,
    idleTimeoutMillis: idle,
    maxLifetimeSeconds: LIFETIME_S,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A failed start exits without waiting for idle connections.
    allowExitOnIdle: true,
    types: {
      // Our int8 columns are milliseconds and counts, far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  };
}

/** Opens a pool's connections. */
class Connector {
  readonly #name: PoolName;
  readonly #hosts: Hosts;
  readonly #mustWrite: boolean;
  readonly #givenUp: GivenUpSessions;
  readonly #sessions = new WeakMap<object, string>();

  constructor(url: string, name: PoolName) {
    const { size, connection } = POOLS[name];
    this.#name = name;
    // Half of the time for a connection is to ask: half of that to be connected to, and half to respond.
    this.#hosts = new Hosts(url, connection / 4);
    this.#mustWrite = mustTakeWrites(url);
    this.#givenUp = new GivenUpSessions(size, (question) => this.#hosts.ask(question));
  }

  /** @param open connections of the pool, with the one to be opened @returns where to connect to */
  async admit(open: number) {
    await this.#givenUp.admit(open);
    return this.#hosts.locate();
  }

  /** Prepares a connection before it is used. */
  async prepare(client: pg.Client): Promise<void> {
    try {
      this.#sessions.set(client, await setLimits(client, this.#name));
      if (this.#mustWrite) await this.#hosts.check(client);
    } catch (error) {
      this.forget(client);
      throw error;
    }
  }

  /** Asks which host takes writes before the next connection. @param address of a host that failed */
  forget(address: Address): void {
    this.#hosts.forget(address);
  }

  /** Notes the error of a statement. */
  note(client: pg.Client, { code, message }: pg.DatabaseError): void {
    if (code === READ_ONLY) this.forget(client);
    if (message === UNANSWERED) this.#givenUp.add(this.#sessions.get(client) ?? '');
  }
}

function openPool(url: string, name: PoolName, onConnect?: ConnectHook): pg.Pool {
  const connector = new Connector(url, name);
  const prepare = async (client: pg.ClientBase) => {
    await connector.prepare(client as pg.Client);
    await onConnect?.(client);
  };
  const Client = clientOf(
    () => connector.admit(pool.totalCount),
    (address) => connector.forget(address),
  );
  // The pool waits for the hook; its type does not declare that.
  const hook: (client: pg.ClientBase) => unknown = prepare;
  const pool = new pg.Pool({ ...settingsOf(url, name), Client, onConnect: hook });
  const nameStatement = nameStatements();
  // The pool replaces connections that break; without a listener, also while in use, their error would end the process.
  pool.on('error', () => {});
  // It may have broken, or have been idle while another host took over.
  pool.on('remove', (client) => connector.forget(client));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepareStatements(client, nameStatement, (error) => connector.note(client, error));
  });
  return pool;
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Kysely's driver, which reports what is known about a failed transaction. */
class Driver extends PostgresDriver {
  override commitTransaction(connection: Connection): Promise<void> {
    return super.commitTransaction(connection).catch((error: unknown) => {
      throw toCommitError(error);
    });
  }

  /** Its failure must not hide the first error. Postgres rolls back itself when it loses a connection. */
  override rollbackTransaction(connection: Connection): Promise<void> {
    return super.rollbackTransaction(connection).catch(() => {});
  }
}

/**
 * Opens a PostgreSQL database.
 * @param name for requests, for a command (no browser waits for it: statements may take minutes), or for a channel
 */
export function openPostgres(
  url: string,
  name: PoolName,
  { onConnect, log }: PostgresOptions = {},
): Database {
  const pool = openPool(url, name, onConnect);
  const db = new Kysely<Schema>({
    ...(log && { log }),
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver({ pool }),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new EmptyListCompiler(),
    },
  });
  return { db, dialect: 'postgres', pool, close: () => db.destroy() };
}
