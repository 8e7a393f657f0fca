import { sql } from 'kysely';

import type { Database } from './open-database.ts';
import { type ConnectHook, openPostgres } from './open-postgres.ts';
import type { Db } from './schema.ts';

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
