import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** Notifications as sentences, and emails that wait. */
export const oldNotificationTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table notifications (
    id ${id} primary key,
    type text not null,
    kind text not null default 'staff',
    audience text not null check (audience in ('member', 'followers', 'everyone')),
    audience_member_id ${id} references members on delete cascade,
    actor_id ${id} references members on delete cascade,
    link_data text,
    comment_id ${id},
    first_comment_id ${id},
    commenters_count integer,
    title text not null,
    content text not null,
    created_at ${time} not null,
    replaced_at ${time},
    dedupe_key text,
    check ((audience = 'everyone') = (audience_member_id is null))
  ) ${end}`,
  // With the actor, unread notifications are found in indexes alone.
  `create index notifications_audience_idx
    on notifications (audience, audience_member_id, id, actor_id)`,
  `create index notifications_audience_member_id_idx on notifications (audience_member_id)`,
  `create index notifications_actor_id_idx on notifications (actor_id)`,
  `create index notifications_link_data_idx on notifications (link_data)`,
  `create index notifications_replaced_at_idx on notifications (replaced_at)
    where replaced_at is not null`,
  `create unique index notifications_dedupe_key_idx on notifications (dedupe_key)`,
  `create table notification_reads (
    member_id ${id} not null references members on delete cascade,
    notification_id ${id} not null references notifications on delete cascade,
    read_at ${time} not null,
    primary key (member_id, notification_id)
  ) ${end}`,
  `create index notification_reads_notification_id_idx on notification_reads (notification_id)`,
  // `version` counts the changes of what an audience is notified of; `everyone` has the nil UUID.
  `create table notification_versions (
    member_id ${id} not null,
    audience text not null,
    version integer not null,
    primary key (member_id, audience)
  ) ${end}`,
  `create table emails (
    id ${id} primary key,
    encrypted_payload text not null,
    created_at ${time} not null,
    run_at ${time} not null,
    expires_at ${time} not null,
    attempts integer not null default 0
  ) ${end}`,
  `create index emails_run_at_idx on emails (run_at)`,
];
