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
  /** with placeholders: values are members' data */
  sql: string;
  /** includes waiting for locks */
  ms: number;
}

/** Called for each slow query, even a failed one. */
export type OnSlowQuery = (query: SlowQuery) => void;

/** @returns Kysely's log setting that reports slow queries; without a callback, nothing is measured */
export const reportSlowQueries = (onSlowQuery: OnSlowQuery | undefined): LogConfig =>
  onSlowQuery
    ? ({ query, queryDurationMillis: ms }) => {
        if (ms > SLOW_MS) onSlowQuery({ sql: query.sql, ms });
      }
    : [];

/** The channel over which the servers of a database notify each other (docs/decisions/0041-many-servers.md). */
export interface Channel {
  /** not queued behind queries of requests */
  db: Db;
  /** notifies the other servers; a notification may be lost */
  notify(): void;
  close(): Promise<void>;
}

/**
 * Opens a channel. On Postgres it has its own connection, which listens. The pool replaces a broken connection at the
 * next query: querying the channel periodically reconnects it.
 * @param url the database's URL
 * @param onNotify called for notifications by other servers; some are lost with a broken connection
 */
export function openChannel(
  { dialect, db }: Pick<Database, 'dialect' | 'db'>,
  url: string,
  name: string,
  onNotify: () => void,
): Channel {
  // An SQLite database has only one server.
  if (dialect === 'sqlite') return { db, notify: () => {}, close: () => Promise.resolve() };
  const listen: ConnectHook = async (client) => {
    client.on('notification', ({ processId }) => {
      // The type lacks `processID`.
      const { processID: own } = client as typeof client & { processID: number };
      if (processId !== own) onNotify();
    });
    // Not every database with PostgreSQL's protocol supports this.
    await client.query(`listen ${name}`).catch(() => {});
    // It only reads and notifies, and need not wait for a standby.
    await client.query('set synchronous_commit = off').catch(() => {});
  };
  const own = openPostgres(url, 'channel', { onConnect: listen });
  let notifying: Promise<unknown> | null = null;
  const notify = () => {
    // A change during a notification is covered by the poll that follows it.
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
// Bounds the prepared statements of a connection.
const LIFETIME_S = 3600;
// A paused or lost server must not hold its locks, for which others would respond with 503.
const IDLE_IN_TRANSACTION_MS = 5000;
// The database ends a statement itself; if it cannot, the client does.
const UNANSWERED_MS = 500;

/** In milliseconds: a request waits for at most one connection and one statement. */
const POOLS = {
  // Idle connections may have broken unnoticed, so few stay open.
  request: { size: 10, idle: 5000, connection: 1500, lock: 2000, statement: 3000 },
  // Checks whether writes work: a busy machine is slow, but a hanging standby never responds.
  probe: { size: 1, idle: 5000, connection: 10_000, lock: 10_000, statement: 10_000 },
  command: { size: 10, idle: 5000, connection: 10_000, lock: 600_000, statement: 600_000 },
  // Stays open, and is used twice a second (`openChannel`).
  channel: { size: 1, idle: 0, connection: 1500, lock: 2000, statement: 2000 },
};

/** The names of the pools. */
type PoolName = keyof typeof POOLS;

type ConnectHook = (client: pg.ClientBase) => Promise<void>;

interface PostgresOptions {
  onConnect?: ConnectHook;
  /** for queries */
  log?: LogConfig;
}

type AnyQuery = (...args: unknown[]) => unknown;

const READ_ONLY = '25006';
const UNANSWERED = 'Query read timeout';

// A connection must not return to the pool after these errors: its statement is still running, a prepared statement
// no longer fits the database (0A000 and 26000, after a change of a column's type or behind a pooler), or the host no
// longer accepts writes.
const isBroken = ({ message, code = '' }: pg.DatabaseError): boolean =>
  message === UNANSWERED || ['0A000', '26000', READ_ONLY].includes(code);

// A connection keeps these until it closes. The queries of requests have about 150 texts.
const MAX_TEXTS = 500;
// Longer ones have lists of values, whose lengths rarely repeat.
const MAX_LENGTH = 4000;
// Postgres truncates names longer than 63 characters.
const NAME_LENGTH = 22;

const nameOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, NAME_LENGTH);

/**
 * Names statements that are repeated, so that each connection parses them once and Postgres can cache their plans.
 * @returns a function that makes a query of a text with parameters, named from its second use on
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

/** Used by the pool's own calls; the pool itself closes the connection. */
type Callback = (error: pg.DatabaseError | null, result: unknown) => void;

/**
 * Makes a connection prepare statements that Kysely repeats, and closes it when broken.
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

// Not as startup parameters: PgBouncer rejects unknown ones.
const SET_LIMITS = `select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false), ${OWN_SESSION} as session`;

/** @returns the identifier of the session */
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
    // A restore detects a running site by this name.
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

/** Opens the connections of a pool. */
class Connector {
  readonly #name: PoolName;
  readonly #hosts: Hosts;
  readonly #mustWrite: boolean;
  readonly #givenUp: GivenUpSessions;
  readonly #sessions = new WeakMap<object, string>();

  constructor(url: string, name: PoolName) {
    const { size, connection } = POOLS[name];
    this.#name = name;
    // Half of the time for a connection may be spent on finding the host: a quarter to connect, a quarter to respond.
    this.#hosts = new Hosts(url, connection / 4);
    this.#mustWrite = mustTakeWrites(url);
    this.#givenUp = new GivenUpSessions(size, (question) => this.#hosts.ask(question));
  }

  /** @param open the number of the pool's connections, including the new one @returns the host to connect to */
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

  /** Finds the writable host again before the next connection. @param address of a host that failed */
  forget(address: Address): void {
    this.#hosts.forget(address);
  }

  /** Records the error of a statement. */
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
  // The pool awaits the hook, although its type does not say so.
  const hook: (client: pg.ClientBase) => unknown = prepare;
  const pool = new pg.Pool({ ...settingsOf(url, name), Client, onConnect: hook });
  const nameStatement = nameStatements();
  // The pool replaces broken connections; without a listener, their error would end the process, even while in use.
  pool.on('error', () => {});
  // The connection may have broken, or have been idle during a failover.
  pool.on('remove', (client) => connector.forget(client));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepareStatements(client, nameStatement, (error) => connector.note(client, error));
  });
  return pool;
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Kysely's driver, reporting whether a failed transaction may have been committed. */
class Driver extends PostgresDriver {
  override commitTransaction(connection: Connection): Promise<void> {
    return super.commitTransaction(connection).catch((error: unknown) => {
      throw toCommitError(error);
    });
  }

  /** A failed rollback must not hide the first error. Postgres rolls back by itself when it loses a connection. */
  override rollbackTransaction(connection: Connection): Promise<void> {
    return super.rollbackTransaction(connection).catch(() => {});
  }
}

/**
 * Opens a PostgreSQL database.
 * @param name `request`; `command`, whose statements may take minutes as no browser waits; or a channel or probe
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
