import pg from 'pg';

import { listHostUrls } from './postgres-url.ts';

/** A host, as a client of the driver has it. */
type Address = Pick<pg.Client, 'host' | 'port'>;

// A request waits 1.5 s for a connection (open-postgres.ts): half of it to ask, and half to connect.
const ASK_MS = 750;

/** @returns the error of a host that takes no writes: Postgres's own code of it */
export const readOnlyError = ({ host, port }: Address): Error =>
  Object.assign(new Error(`${host}:${port} is read-only`), { code: '25006' });

/** @returns the host's address @throws when it does not take writes, or not in time */
async function askHost(connectionString: string): Promise<Address> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ASK_MS / 2,
    query_timeout: ASK_MS / 2,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    const [{ transaction_read_only: isReadOnly }] = rows as [{ transaction_read_only: string }];
    if (isReadOnly === 'on') throw readOnlyError(client);
    return { host: client.host, port: client.port };
  } finally {
    // It waits for an answer of the host.
    void client.end();
  }
}

/** The hosts of a database, one of which takes writes (docs/decisions/0086-several-hosts.md). */
export class Hosts {
  readonly #urls: string[];
  #primary: Address | null = null;
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
    this.#asking ??= Promise.any(this.#urls.map(askHost)).finally(() => (this.#asking = null));
    try {
      return (this.#primary = await this.#asking);
    } catch (error) {
      throw (error as AggregateError).errors[0];
    }
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
