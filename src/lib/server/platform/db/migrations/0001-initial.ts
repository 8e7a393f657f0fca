import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { accountTables } from './0001-initial/account-tables.ts';
import { communityTables } from './0001-initial/community-tables.ts';
import { contentTables } from './0001-initial/content-tables.ts';
import { notificationTables } from './0001-initial/notification-tables.ts';
import { postgresSearch } from './0001-initial/postgres-search.ts';
import { sqliteSearch } from './0001-initial/sqlite-search.ts';
import { COLUMN_TYPES } from './column-types.ts';

const TABLES = [accountTables, communityTables, notificationTables, contentTables];

const EXTRAS: Record<DialectName, string[]> = {
  sqlite: sqliteSearch,
  postgres: [
    // SQLite plans worse with it.
    `create index notifications_everyone_idx on notifications (id) where audience = 'everyone'`,
    ...postgresSearch,
  ],
};

/** Creates the whole schema. */
export const initial = (dialect: DialectName): Migration => ({
  async up(db) {
    const tables = TABLES.flatMap((create) => create(COLUMN_TYPES[dialect]));
    for (const statement of [...tables, ...EXTRAS[dialect]]) await sql.raw(statement).execute(db);
  },
});
