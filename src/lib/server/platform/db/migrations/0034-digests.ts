import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** One email of a day or a week with what a member has missed (docs/decisions/0075-digest.md). */
export const digests = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const column of [
      'digest text',
      `digest_since ${time}`,
      `digest_sent_at ${time}`,
      `email_pressed_at ${time}`,
    ])
      await sql`alter table delivery_settings add column ${sql.raw(column)}`.execute(db);
    await sql`create table digests (
      day text primary key,
      after_id ${sql.raw(id)},
      is_complete integer not null
    ) ${sql.raw(end)}`.execute(db);
  },
});
