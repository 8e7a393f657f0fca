import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { copyNotifications, FIRST_ID } from './0029-notification-facts/copy-notifications.ts';
import { COLUMN_TYPES, type ColumnTypes } from './column-types.ts';

const tables = ({ id, time, end }: ColumnTypes): string[] => [
  // `message` names the words, which are made when it is read; without one, `title` and `content` are them.
  `create table member_notifications (
    member_id ${id} not null references members on delete cascade,
    id ${id} not null,
    type text not null,
    kind text not null,
    message text,
    actor_id ${id} references members on delete cascade,
    others integer not null default 0,
    link_data ${id},
    comment_id ${id},
    first_comment_id ${id},
    details text,
    title text,
    content text,
    created_at ${time} not null,
    read_at ${time},
    replaced_at ${time},
    dedupe_key text,
    primary key (member_id, id)
  ) ${end}`,
  `create unique index member_notifications_dedupe_key_idx
    on member_notifications (member_id, dedupe_key) where dedupe_key is not null`,
  `create table inboxes (
    member_id ${id} primary key references members on delete cascade,
    unread_count integer not null,
    version integer not null
  ) ${end}`,
  `create table broadcasts (
    id ${id} primary key,
    audience text not null check (audience in ('everyone', 'followers', 'role', 'town')),
    role text,
    town text,
    type text not null,
    kind text not null,
    message text,
    actor_id ${id} references members on delete cascade,
    link_data ${id},
    details text,
    title text,
    content text,
    dedupe_key text,
    created_at ${time} not null,
    after_id ${id}
  ) ${end}`,
];

// After the rows, which makes them in one go.
const INDEXES = [
  `create index member_notifications_unread_idx on member_notifications (member_id)
    where read_at is null and replaced_at is null`,
  `create index member_notifications_actor_id_idx on member_notifications (actor_id, member_id)
    where actor_id is not null`,
  `create index member_notifications_link_data_idx on member_notifications (link_data)
    where link_data is not null`,
  `create index member_notifications_replaced_at_idx on member_notifications (replaced_at)
    where replaced_at is not null`,
  `create index broadcasts_actor_id_idx on broadcasts (actor_id)`,
];

// More are not counted.
const MAX_UNREAD = 10;

const INBOXES = `insert into inboxes (member_id, unread_count, version)
  select m.id, (select count(*) from (
    select 1 as one from member_notifications n
    where n.member_id = m.id and n.read_at is null and n.replaced_at is null
      and (n.kind not in ('guide', 'post') or (select 1 from hidden_notifications h
        where h.member_id = m.id and h.kind = n.kind) is null)
      and (select a.disabled_at from members a where a.id = n.actor_id) is null
      and (select 1 from blocks b
        where b.blocker_id = m.id and b.blocked_id = n.actor_id) is null
      and (select 1 from blocks b
        where b.blocker_id = n.actor_id and b.blocked_id = m.id) is null
    limit ${MAX_UNREAD}) as unread), 1
  from members m`;

/**
 * A notification is a row for each who gets it, and has facts in place of sentences (docs/decisions/0071-notifications-hold-facts.md).
 * Copies those that are there. `notifications`, `notification_reads`, `notification_versions`, `past_follows` and the two
 * columns `read_` of `members` are of use to servers of the version before only: the next version takes them away.
 */
export const notificationFacts = (dialect: DialectName): Migration => ({
  async up(db) {
    for (const statement of [
      ...tables(COLUMN_TYPES[dialect]),
      ...copyNotifications(dialect, FIRST_ID),
      ...INDEXES,
      INBOXES,
    ])
      await sql.raw(statement).execute(db);
  },
});
