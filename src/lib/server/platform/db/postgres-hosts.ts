import pg from 'pg';

import { errorText } from '#lib/server/platform/config/config-error.ts';
import { listHostUrls } from '#lib/server/platform/config/postgres-url.ts';

/** A host, as the driver's client stores it. */
export type Address = Pick<pg.Client, 'host' | 'port'>;

/**
 * Whether a host accepts writes, and its timeline: each promotion begins a new one, so a primary that was paused or
 * cut off during a failover has an older timeline until it notices.
 */
const ASK = `select current_setting('transaction_read_only') = 'off' as writes, case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;

const addressOf = ({ host, port }: pg.Client): Address => ({ host, port });

/** Adds the host's name to errors. */
async function named<T>({ host, port }: Address, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    throw Object.assign(new Error(`${host}:${port}: ${errorText(error)}`), { code });
  }
}

/** A query to a host. */
type Question<T> = (client: pg.Client) => Promise<T>;

/**
 * Queries a host on a separate connection.
 * @param address of the host; null for that of the URL
 * @param ms the timeout for connecting, and for the response
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
    // Waits for the host's response in the background.
    void client.end();
  }
}

/** @returns the timeline of a connection's host @throws with Postgres's own code when it rejects writes */
async function readTimeline(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ writes: boolean; timeline: number }>(ASK);
  const [{ writes, timeline } = { writes: false, timeline: 0 }] = rows;
  if (writes) return timeline;
  throw readOnlyError();
}

const READ_ONLY = '25006';

const readOnlyError = (): Error => Object.assign(new Error('it is read-only'), { code: READ_ONLY });

const isReadOnly = (error: Error): boolean => (error as pg.DatabaseError).code === READ_ONLY;

/** @returns one error with the responses of all hosts: real errors first, then hosts that are merely not primary */
function toOneError(errors: Error[]): Error {
  const sorted = errors.toSorted((a, b) => Number(isReadOnly(a)) - Number(isReadOnly(b)));
  const text = sorted.map(({ message }) => message).join('; ');
  return Object.assign(new Error(text), { code: (sorted[0] as pg.DatabaseError).code });
}

/** The hosts of a database, one of which is writable (docs/decisions/0086-several-hosts.md). */
export class Hosts {
  readonly #urls: string[];
  readonly #askMs: number;
  #primary: Address | null = null;
  #newest = 0;
  #asking: Promise<Address> | null = null;

  /** @param askMs the timeout for connecting to a host, and for its response */
  constructor(url: string, askMs: number) {
    this.#urls = listHostUrls(url);
    this.#askMs = askMs;
  }

  /**
   * Queries all hosts at once when no primary is known, so that one that does not respond delays nothing.
   * @throws the responses of all hosts when none is writable
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

  /** @returns the host to connect to; null for the URL's only host */
  async locate(): Promise<Address | null> {
    return this.#urls.length === 1 ? null : this.find();
  }

  /** Queries the writable host on a separate connection. */
  async ask<T>(question: Question<T>): Promise<T> {
    return askHost(this.#urls[0] ?? '', await this.locate(), this.#askMs, question);
  }

  /** @throws when a connection's host is not writable, or an old primary */
  async check(client: pg.Client): Promise<void> {
    await named(client, this.#readAddress(client));
  }

  async #readAddress(client: pg.Client): Promise<Address> {
    const timeline = await readTimeline(client);
    if (timeline < this.#newest) throw readOnlyError();
    this.#newest = timeline;
    return addressOf(client);
  }

  /** Finds the writable host again before the next connection. @param address of a host that failed */
  forget({ host, port }: Address): void {
    if (this.#primary?.host === host && this.#primary.port === port) this.#primary = null;
  }
}

/**
 * @param admit returns the host to connect to; null for that of the URL. Throws while no connection may be opened
 * @param onFail called with the address of a host when connecting failed
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
