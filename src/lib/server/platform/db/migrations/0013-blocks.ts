import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Which members have nothing to do with each other, and when a comment was last edited. */
export const blocks = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table blocks (
        id ${id} primary key,
        blocker_id ${id} not null references members on delete cascade,
        blocked_id ${id} not null references members on delete cascade,
        created_at ${time} not null,
        unique (blocker_id, blocked_id),
        check (blocker_id <> blocked_id)
      ) ${end}`,
      `create index blocks_blocked_id_idx on blocks (blocked_id, blocker_id)`,
      `alter table comments add column edited_at ${time}`,
    ])
      await sql.raw(statement).execute(db);
  },
});
