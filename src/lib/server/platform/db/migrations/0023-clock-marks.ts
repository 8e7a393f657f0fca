import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** The times that the clock is compared with, before what a wrong clock would destroy. */
export const clockMarks = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    await sql
      .raw(`create table clock_marks (effect text primary key, mark_at ${time} not null) ${end}`)
      .execute(db);
  },
});
