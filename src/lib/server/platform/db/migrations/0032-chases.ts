import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** A pickup remembers how often its members were reminded that a request waits, and when they were reminded to report it. */
export const chases = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time } = COLUMN_TYPES[dialect];
    await sql`alter table pickups add column chases integer`.execute(db);
    await sql`alter table pickups add column outcome_reminded_at ${sql.raw(time)}`.execute(db);
  },
});
