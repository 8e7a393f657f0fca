import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Notifications of comments lead to the comment and are grouped, and members mute posts. */
export const conversations = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `alter table notifications add column comment_id ${id}`,
      `alter table notifications add column first_comment_id ${id}`,
      `alter table notifications add column commenters_count integer`,
      `alter table notifications add column replaced_at ${time}`,
      `create index notifications_replaced_at_idx on notifications (replaced_at)
        where replaced_at is not null`,
      `create index comments_commenters_idx on comments (post_id, member_id, created_at)`,
      `create table mutes (
        post_id ${id} not null references posts on delete cascade,
        member_id ${id} not null references members on delete cascade,
        created_at ${time} not null,
        primary key (post_id, member_id)
      ) ${end}`,
      `create index mutes_member_id_idx on mutes (member_id)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
