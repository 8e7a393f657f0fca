import type pg from 'pg';

const ACTIVE = `select pid || ' ' || backend_start as session from pg_stat_activity
  where state = 'active' and pid || ' ' || backend_start = any($1)`;

/** The SQL expression that identifies a connection's session; process ids alone are reused. */
export const OWN_SESSION = `(select pid || ' ' || backend_start from pg_stat_activity where pid = pg_backend_pid())`;

/** Queries the database on a separate connection. */
type Ask = <T>(question: (client: pg.Client) => Promise<T>) => Promise<T>;

/**
 * The sessions whose statement got no response in time, so that their connection was closed. PostgreSQL continues
 * with the statement: a COMMIT may wait for a hanging standby. These sessions count as open until PostgreSQL has
 * ended the statement; otherwise the pool would open more and more, up to `max_connections`.
 */
export class GivenUpSessions {
  readonly #sessions = new Set<string>();
  readonly #max: number;
  readonly #ask: Ask;
  #asking: Promise<void> | null = null;

  /** @param max connections of the pool */
  constructor(max: number, ask: Ask) {
    this.#max = max;
    this.#ask = ask;
  }

  add(session: string): void {
    this.#sessions.add(session);
  }

  /**
   * @param open the number of the pool's connections, including the new one
   * @throws while the pool may not open another
   */
  async admit(open: number): Promise<void> {
    const isOver = () => open + this.#sessions.size > this.#max;
    if (!isOver() || this.#sessions.size === 0) return;
    await (this.#asking ??= this.#forgetEnded().finally(() => (this.#asking = null)));
    if (isOver())
      throw Object.assign(
        new Error(
          `${this.#sessions.size} connections that got no response are still at work in PostgreSQL: look whether a standby hangs`,
        ),
        { code: '53300' },
      );
  }

  async #forgetEnded(): Promise<void> {
    const requested = [...this.#sessions];
    const { rows } = await this.#ask((client) =>
      client.query<{ session: string }>(ACTIVE, [requested]),
    );
    const active = new Set(rows.map(({ session }) => session));
    for (const session of requested) if (!active.has(session)) this.#sessions.delete(session);
  }
}
