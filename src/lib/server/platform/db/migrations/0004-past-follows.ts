import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Follows that ended: the notifications that they brought stay. */
export const pastFollows = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table past_follows (
        id ${id} primary key,
        follower_id ${id} not null references members on delete cascade,
        followed_id ${id} not null references members on delete cascade,
        until_id ${id} not null
      ) ${end}`,
      `create index past_follows_follower_id_idx on past_follows (follower_id, followed_id)`,
      `create index past_follows_followed_id_idx on past_follows (followed_id)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
