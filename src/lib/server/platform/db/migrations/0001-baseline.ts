import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { exchangeTables } from './0001-baseline/exchange.ts';
import { forumTables } from './0001-baseline/forum.ts';
import { libraryTables } from './0001-baseline/library.ts';
import { insertReasons, moderationTables } from './0001-baseline/moderation.ts';
import { notificationTables } from './0001-baseline/notifications.ts';
import { peopleTables } from './0001-baseline/people.ts';
import { postgresSearch } from './0001-baseline/postgres-search.ts';
import { privacyTables } from './0001-baseline/privacy.ts';
import { serverTables } from './0001-baseline/servers.ts';
import { sqliteSearch } from './0001-baseline/sqlite-search.ts';
import { COLUMN_TYPES } from './column-types.ts';

// In the order of their references.
const TABLES = [
  serverTables,
  peopleTables,
  forumTables,
  exchangeTables,
  libraryTables,
  notificationTables,
  moderationTables,
  privacyTables,
];

const SEARCH: Record<DialectName, string[]> = { sqlite: sqliteSearch, postgres: postgresSearch };

/** Creates the whole schema (docs/decisions/0101-baseline.md). */
export const baseline = (dialect: DialectName): Migration => ({
  async up(db) {
    const tables = TABLES.flatMap((create) => create(COLUMN_TYPES[dialect]));
    for (const statement of [...tables, ...SEARCH[dialect]]) await sql.raw(statement).execute(db);
    await insertReasons(db);
  },
});
