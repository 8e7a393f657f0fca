import pg from 'pg';

import { errorText } from '#lib/server/platform/config/config-error.ts';
import { listHostUrls } from '#lib/server/platform/config/postgres-url.ts';

/** A host, as a client of the driver has it. */
export type Address = Pick<pg.Client, 'host' | 'port'>;

/**
 * Whether a host takes writes, and its timeline: each promotion begins one, so a primary that was paused or cut off while
 * another host took over is of an older one until it knows.
 */
const ASK = `select current_setting('transaction_read_only') = 'off' as writes, case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;

const addressOf = ({ host, port }: pg.Client): Address => ({ host, port });

/** Names the host in its error. */
async function named<T>({ host, port }: Address, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    throw Object.assign(new Error(`${host}:${port}: ${errorText(error)}`), { code });
  }
}

/** A question to a host. */
type Question<T> = (client: pg.Client) => Promise<T>;

/**
 * Asks a host with a connection of its own.
 * @param address the host's; null: that of the URL
 * @param ms how long it may take to connect, and to respond
 */
async function askHost<T>(
  connectionString: string,
  address: Address | null,
  ms: number,
  question: Question<T>,
): Promise<T> {
  const limits = { connectionTimeoutMillis: ms, query_timeout: ms };
  const client = Object.assign(new pg.Client({ connectionString, ...limits }), address);
  client.on('error', () => {});
  try {
    return await named(
      client,
      client.connect().then(() => question(client)),
    );
  } finally {
    // It waits for the host to respond.
    void client.end();
  }
}

/** @returns the timeline of a connection's host @throws with Postgres's own code when it does not take writes */
async function readTimeline(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ writes: boolean; timeline: number }>(ASK);
  const [{ writes, timeline } = { writes: false, timeline: 0 }] = rows;
  if (writes) return timeline;
  throw readOnlyError();
}

const READ_ONLY = '25006';

const readOnlyError = (): Error => Object.assign(new Error('it is read-only'), { code: READ_ONLY });

const isReadOnly = (error: Error): boolean => (error as pg.DatabaseError).code === READ_ONLY;

/** @returns an error that says what each host responded: first what is wrong, then which are only no primary */
function toOneError(errors: Error[]): Error {
  const sorted = errors.toSorted((a, b) => Number(isReadOnly(a)) - Number(isReadOnly(b)));
  const text = sorted.map(({ message }) => message).join('; ');
  return Object.assign(new Error(text), { code: (sorted[0] as pg.DatabaseError).code });
}

/** The hosts of a database, one of which takes writes (docs/decisions/0086-several-hosts.md). */
export class Hosts {
  readonly #urls: string[];
  readonly #askMs: number;
  #primary: Address | null = null;
  #newest = 0;
  #asking: Promise<Address> | null = null;

  /** @param askMs how long a host may take to be connected to, and to respond */
  constructor(url: string, askMs: number) {
    this.#urls = listHostUrls(url);
    this.#askMs = askMs;
  }

  /**
   * Asks all hosts at once when none is known to take writes, so that one that does not respond delays nothing.
   * @throws what each host responded when none does
   */
  async find(): Promise<Address> {
    if (this.#primary) return this.#primary;
    const ask = (url: string) =>
      askHost(url, null, this.#askMs, (client) => this.#readAddress(client));
    this.#asking ??= Promise.any(this.#urls.map(ask)).finally(() => (this.#asking = null));
    try {
      return (this.#primary = await this.#asking);
    } catch (error) {
      throw toOneError((error as AggregateError).errors);
    }
  }

  /** @returns where to connect to; null: where the URL says, as it has one host */
  async locate(): Promise<Address | null> {
    return this.#urls.length === 1 ? null : this.find();
  }

  /** Asks the host that takes writes, with a connection of its own. */
  async ask<T>(question: Question<T>): Promise<T> {
    return askHost(this.#urls[0] ?? '', await this.locate(), this.#askMs, question);
  }

  /** @throws when a connection's host does not take writes, or is an old primary */
  async check(client: pg.Client): Promise<void> {
    await named(client, this.#readAddress(client));
  }

  async #readAddress(client: pg.Client): Promise<Address> {
    const timeline = await readTimeline(client);
    if (timeline < this.#newest) throw readOnlyError();
    this.#newest = timeline;
    return addressOf(client);
  }

  /** Asks again before the next connection. @param address of a host that failed */
  forget({ host, port }: Address): void {
    if (this.#primary?.host === host && this.#primary.port === port) this.#primary = null;
  }
}

/**
 * @param admit says where to connect; null: where the URL says. It throws while no connection may be opened
 * @param onFail called with the address of a host that could not be connected to
 * @returns the pool's class of clients
 */
export function clientOf(
  admit: () => Promise<Address | null>,
  onFail: (address: Address) => void,
): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(onEnd: (error: Error) => void): void;
    override connect(onEnd: (error: Error) => void = () => {}) {
      const connect = (address: Address | null) => {
        Object.assign(this, address);
        super.connect((error: Error | null) => {
          if (error) onFail(this);
          onEnd(error as Error);
        });
      };
      admit().then(connect, onEnd);
      return Promise.resolve(this);
    }
  };
}
