import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Members whom staff bring in from a list, and what became of each row. */
export const memberImport = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table import_batches (
        id ${id} primary key,
        made_by ${id} references members on delete set null,
        paper text not null,
        language text not null,
        rows_count integer not null check (rows_count > 0),
        created_at ${time} not null,
        undone_at ${time}
      ) ${end}`,
      'create index import_batches_made_by_idx on import_batches (made_by)',
      `create table import_rows (
        id ${id} primary key,
        batch_id ${id} not null references import_batches on delete cascade,
        line integer not null,
        first_name text not null,
        last_name text not null,
        role text not null check (role in ('farmer', 'processor', 'gleaner', 'feed')),
        town text,
        email text unique,
        phone text,
        sent_at ${time},
        application_id ${id} references applications on delete set null,
        member_id ${id} references members on delete cascade,
        check (email is not null or member_id is not null)
      ) ${end}`,
      'create index import_rows_batch_id_idx on import_rows (batch_id, line)',
      `create index import_rows_waiting_idx on import_rows (id)
        where sent_at is null and member_id is null`,
      'create index import_rows_sent_at_idx on import_rows (sent_at) where sent_at is not null',
      `create index import_rows_application_id_idx on import_rows (application_id)
        where application_id is not null`,
      `create index import_rows_member_id_idx on import_rows (member_id)
        where member_id is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
