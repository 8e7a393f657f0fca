import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** The addresses at which calendar programs read members' pickups. */
export const calendars = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    await sql`create table calendars (
      member_id ${sql.raw(id)} primary key references members on delete cascade,
      id ${sql.raw(id)} not null unique,
      created_at ${sql.raw(time)} not null
    ) ${sql.raw(end)}`.execute(db);
  },
});
