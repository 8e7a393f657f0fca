import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** The row by which each server finds out whether the database takes writes. */
export const writeProbes = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    await sql
      .raw(
        `create table write_probes (name text primary key, writes ${time} not null, copied_at ${time}) ${end}`,
      )
      .execute(db);
  },
});
