import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** How many emails went out on a day, where a relay takes only so many. */
export const dailyEmails = (dialect: DialectName): Migration => ({
  async up(db) {
    const { end } = COLUMN_TYPES[dialect];
    await sql`create table daily_emails (
      day text primary key,
      count integer not null
    ) ${sql.raw(end)}`.execute(db);
  },
});
