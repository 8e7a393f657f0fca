import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Adds what is wrong with the site, a row a check. */
export const siteAlerts = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    const table = `create table site_alerts (
      key text primary key,
      since ${time} not null,
      notified_at ${time},
      ended_at ${time},
      unposted text
    ) ${end}`;
    await sql.raw(table).execute(db);
  },
});
