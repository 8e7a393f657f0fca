import { sql } from 'kysely';

import type { Database } from './open-database.ts';
import { type ConnectHook, openPostgres } from './open-postgres.ts';
import type { Db } from './schema.ts';

/** By which the servers of one database notify each other (docs/decisions/0041-many-servers.md). */
export interface Channel {
  /** not SQLite, which one server has for itself */
  isShared: boolean;
  /** not behind the queries of requests */
  db: Db;
  /** notifies all that listen; never rejects, as a notification may be lost anyway */
  notify(): Promise<void>;
  close(): Promise<void>;
}

const doNothing = () => Promise.resolve();

/**
 * Opens a channel. On Postgres it has a connection of its own, which listens. The pool replaces one that broke at the
 * next query: whoever queries the channel periodically reconnects it.
 * @param url the database's
 * @param onNotify called when a server has notified the others; some calls are lost with a connection
 */
export function openChannel(
  { dialect, db }: Pick<Database, 'dialect' | 'db'>,
  url: string,
  name: string,
  onNotify: () => void,
): Channel {
  if (dialect === 'sqlite') return { isShared: false, db, notify: doNothing, close: doNothing };
  const listen: ConnectHook = async (client) => {
    client.on('notification', onNotify);
    // Not every engine that speaks PostgreSQL's protocol has it.
    await client.query(`listen ${name}`).catch(() => {});
  };
  const own = openPostgres(url, 'channel', { onConnect: listen });
  const notify = async () => {
    await sql`select pg_notify(${name}, '')`.execute(own.db).catch(() => {});
  };
  return { isShared: true, db: own.db, notify, close: () => own.close() };
}
