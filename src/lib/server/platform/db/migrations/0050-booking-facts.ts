import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Bookings of whole days, when they were agreed on, and what staff's figures of a year are read by. */
export const bookingFacts = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time } = COLUMN_TYPES[dialect];
    for (const statement of [
      'alter table bookings add column whole_day integer not null default 0',
      `alter table bookings add column agreed_at ${time}`,
      // Agreeing was their last change.
      "update bookings set agreed_at = updated_at where status = 'agreed'",
      'create index pickups_created_at_idx on pickups (created_at, day)',
      'create index bookings_created_at_idx on bookings (created_at)',
      'create index trips_created_at_idx on trips (created_at)',
    ])
      await sql.raw(statement).execute(db);
  },
});
