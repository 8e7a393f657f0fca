import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Members who look after others, and who of them posted a listing. */
export const stewards = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table stewardships (
        steward_id ${id} not null references members on delete cascade,
        person_id ${id} primary key references members on delete cascade,
        consent text not null check (consent in ('paper', 'in_person')),
        consent_note text not null,
        begun_by ${id} references members on delete set null,
        begun_at ${time} not null,
        check (steward_id <> person_id)
      ) ${end}`,
      `create index stewardships_steward_id_idx on stewardships (steward_id, person_id)`,
      `create index stewardships_begun_by_idx on stewardships (begun_by)
        where begun_by is not null`,
      `alter table listings add column posted_by ${id} references members on delete set null`,
      `create index listings_posted_by_idx on listings (posted_by) where posted_by is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
