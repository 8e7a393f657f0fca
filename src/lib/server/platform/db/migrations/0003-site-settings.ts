import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Adds what staff set for the site. */
export const siteSettings = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    const table = `create table site_settings (
      id integer primary key check (id = 1),
      version integer not null,
      settings text not null,
      pending_contact text,
      code_hmac text,
      code_expires_at ${time}
    ) ${end}`;
    await sql.raw(table).execute(db);
  },
});
