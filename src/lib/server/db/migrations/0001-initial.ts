import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

import { accountTables } from './0001-initial/account-tables.ts';
import { POSTGRES, SQLITE } from './0001-initial/column-types.ts';
import { communityTables } from './0001-initial/community-tables.ts';
import { contentTables } from './0001-initial/content-tables.ts';
import { notificationTables } from './0001-initial/notification-tables.ts';
import { postgresSearch } from './0001-initial/postgres-search.ts';
import { sqliteSearch } from './0001-initial/sqlite-search.ts';

const onSqlite = [
  ...[accountTables, communityTables, notificationTables, contentTables].flatMap((tables) =>
    tables(SQLITE),
  ),
  ...sqliteSearch,
];

const onPostgres = [
  ...[accountTables, communityTables, notificationTables, contentTables].flatMap((tables) =>
    tables(POSTGRES),
  ),
  // SQLite plans worse with it.
  `create index notifications_everyone_idx on notifications (id) where audience = 'everyone'`,
  ...postgresSearch,
];

/** Creates the whole schema. */
export const initial = (dialect: DialectName): Migration => ({
  async up(db) {
    const statements = dialect === 'sqlite' ? onSqlite : onPostgres;
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
