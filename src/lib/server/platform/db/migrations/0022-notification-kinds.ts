import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

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

const LIKE = ' liked your post';

/**
 * The likes of posts that are there, each of one member, of whom the post's author sees; the newest of a post is the first
 * of its group.
 */
const GROUPS = `select n.id,
    row_number() over (partition by n.link_data order by n.id desc) as nth,
    count(*) over (partition by n.link_data) - 1 as others
  from notifications n
  join members m on m.id = n.actor_id
  where n.kind = 'like' and m.disabled_at is null
    and not exists (select 1 from blocks b
      where b.blocker_id = n.actor_id and b.blocked_id = n.audience_member_id)
    and not exists (select 1 from blocks b
      where b.blocker_id = n.audience_member_id and b.blocked_id = n.actor_id)`;

/**
 * Makes one notification of the likes of a post: the newest one, of all. Those by members who are not seen stay as they
 * are: they are shown again with them.
 * @param id the type of ids
 */
const groupLikes = (id: string): string[] => [
  `insert into notified_likes (post_id, member_id)
    select p.id, n.actor_id from notifications n
    join posts p on p.id = cast(n.link_data as ${id})
    where n.kind = 'like' and n.actor_id is not null
    on conflict do nothing`,
  `update notifications set
    dedupe_key = 'likes ' || notifications.link_data,
    title = case when g.others = 0 then title else
      substr(title, 1, length(title) - ${LIKE.length}) || ' and ' || g.others ||
      case when g.others = 1 then ' other' else ' others' end || '${LIKE}' end
    from (${GROUPS}) as g
    where g.id = notifications.id and g.nth = 1`,
  `delete from notifications where kind = 'like' and id in (
    select g.id from (${GROUPS}) as g where g.nth > 1)`,
];
