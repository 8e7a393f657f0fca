import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Members' personal access tokens. */
export const personalTokens = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table personal_tokens (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        token_hash text not null unique,
        name text not null,
        scope text not null check (scope in ('read', 'write')),
        until text,
        created_at ${time} not null,
        used_on text
      ) ${end}`,
      `create index personal_tokens_member_id_idx on personal_tokens (member_id)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
