import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Posts that members saved for later. A row outlives its post: the list says that it is gone. */
export const savedPosts = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table saved_posts (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        post_id ${id} not null,
        created_at ${time} not null,
        reminded_until text,
        gone_at ${time},
        unique (member_id, post_id)
      ) ${end}`,
      'create index saved_posts_post_id_idx on saved_posts (post_id)',
      'create index saved_posts_gone_at_idx on saved_posts (gone_at) where gone_at is not null',
    ])
      await sql.raw(statement).execute(db);
  },
});
