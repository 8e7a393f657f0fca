import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { groupLikes } from './0022-notification-kinds/group-likes.ts';
import { COLUMN_TYPES } from './column-types.ts';

/** The kinds of the notifications that are there: by their keys and types. */
const SET_KINDS = `update notifications set kind = case
  when dedupe_key like 'like %' then 'like'
  when comment_id is not null or commenters_count is not null then 'comment'
  when dedupe_key like 'pickup % message %' then 'message'
  when dedupe_key like 'pickup %' then 'pickup'
  when dedupe_key like 'listing %' then 'listing'
  when dedupe_key like 'alert %' then 'alert'
  when dedupe_key like 'published %' then 'guide'
  when audience = 'followers' then 'post'
  when type = 'violation' then 'moderation'
  else 'staff' end`;

/** Notifications have a kind, which members turn off; likes of a post are one notification; all are marked read at once. */
export const notificationKinds = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      // PostgreSQL: the locks of tables come before the long updates. Others that wait for the one while they have the other
      // would by then have looked for a deadlock, and this transaction would be the one that fails.
      `alter table notifications add column kind text not null default 'staff'`,
      `alter table members add column read_until ${id}`,
      `create table hidden_notifications (
        member_id ${id} not null references members on delete cascade,
        kind text not null,
        primary key (member_id, kind)
      ) ${end}`,
      `create table notified_likes (
        post_id ${id} not null references posts on delete cascade,
        member_id ${id} not null references members on delete cascade,
        primary key (post_id, member_id)
      ) ${end}`,
      `create index notified_likes_member_id_idx on notified_likes (member_id)`,
      SET_KINDS,
      ...groupLikes(id),
    ])
      await sql.raw(statement).execute(db);
  },
});
