import pg from 'pg';

import { listHostUrls } from './postgres-url.ts';

/** A host, as a client of the driver has it. */
type Address = Pick<pg.Client, 'host' | 'port'>;

// A request waits 1.5 s for a connection (open-postgres.ts): half of it to ask, and half to connect.
const ASK_MS = 750;

/**
 * Whether a host takes writes, and its timeline: each promotion begins one, so a primary that was paused or cut off while
 * another host took over is of an older one until it knows.
 */
const ASK = `select current_setting('transaction_read_only') = 'off' as writes, case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;

/** @returns the host's address and timeline */
async function askHost(connectionString: string): Promise<Address & { timeline: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ASK_MS / 2,
    query_timeout: ASK_MS / 2,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return { host: client.host, port: client.port, timeline: await readTimeline(client) };
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
  throw readOnlyError(client);
}

const readOnlyError = ({ host, port }: Address): Error =>
  Object.assign(new Error(`${host}:${port} is read-only`), { code: '25006' });

/** The hosts of a database, one of which takes writes (docs/decisions/0086-several-hosts.md). */
export class Hosts {
  readonly #urls: string[];
  #primary: Address | null = null;
  #newest = 0;
  #asking: Promise<Address> | null = null;

  constructor(url: string) {
    this.#urls = listHostUrls(url);
  }

  /**
   * Asks all hosts at once when none is known to take writes, so that one that does not respond delays nothing.
   * @throws the first host's error when none does
   */
  async find(): Promise<Address> {
    if (this.#primary) return this.#primary;
    const ask = async (url: string) => this.#accept(await askHost(url));
    this.#asking ??= Promise.any(this.#urls.map(ask)).finally(() => (this.#asking = null));
    try {
      return (this.#primary = await this.#asking);
    } catch (error) {
      throw (error as AggregateError).errors[0];
    }
  }

  /** @throws when a connection's host does not take writes, or is an old primary */
  async check(client: pg.Client): Promise<void> {
    const { host, port } = client;
    this.#accept({ host, port, timeline: await readTimeline(client) });
  }

  #accept({ host, port, timeline }: Address & { timeline: number }): Address {
    if (timeline < this.#newest) throw readOnlyError({ host, port });
    this.#newest = timeline;
    return { host, port };
  }

  /** Asks again before the next connection. @param address of a host that failed */
  forget({ host, port }: Address): void {
    if (this.#primary?.host === host && this.#primary.port === port) this.#primary = null;
  }
}

/** @returns the pool's class of clients, which connect to the host that takes writes */
export function clientOf(hosts: Hosts): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(onEnd: (error: Error) => void): void;
    override connect(onEnd: (error: Error) => void = () => {}) {
      const connect = (address: Address) => {
        Object.assign(this, address);
        super.connect((error: Error | null) => {
          if (error) hosts.forget(this);
          onEnd(error as Error);
        });
      };
      hosts.find().then(connect, onEnd);
      return Promise.resolve(this);
    }
  };
}
