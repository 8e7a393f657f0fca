import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Several servers on one database run a job once. */
export const jobs = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    await sql
      .raw(`create table jobs (name text primary key, run_at ${time} not null) ${end}`)
      .execute(db);
  },
});
