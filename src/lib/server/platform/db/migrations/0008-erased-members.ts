import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Members that a restore must not bring back: only their ids stay. */
export const erasedMembers = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    await sql
      .raw(
        `create table erased_members (member_id ${id} primary key, erased_at ${time} not null) ${end}`,
      )
      .execute(db);
  },
});
