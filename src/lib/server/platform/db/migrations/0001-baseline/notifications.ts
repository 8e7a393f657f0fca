import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** Notifications (docs/decisions/0071-notifications-hold-facts.md). */
const notifications = ({ id, time, end }: ColumnTypes) => [
  // `message` names the texts, which are written when it is read; without it, `title` and `content` have the text.
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
  `create index member_notifications_unread_idx on member_notifications (member_id)
    where read_at is null and replaced_at is null`,
  `create index member_notifications_actor_id_idx on member_notifications (actor_id, member_id)
    where actor_id is not null`,
  `create index member_notifications_link_data_idx on member_notifications (link_data)
    where link_data is not null`,
  `create index member_notifications_replaced_at_idx on member_notifications (replaced_at)
    where replaced_at is not null`,
  // For deleting old ones.
  `create index member_notifications_read_at_idx on member_notifications (read_at)
    where read_at is not null`,
  `create index member_notifications_created_at_idx on member_notifications (created_at)`,
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
  `create index broadcasts_actor_id_idx on broadcasts (actor_id)`,
  // Stays when the like is removed, so that no author is notified twice.
  `create table notified_likes (
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    primary key (post_id, member_id)
  ) ${end}`,
  `create index notified_likes_member_id_idx on notified_likes (member_id)`,
];

/** The notification settings of members: only what differs from the defaults. */
const settings = ({ id, time, end }: ColumnTypes) => [
  `create table hidden_notifications (
    member_id ${id} not null references members on delete cascade,
    kind text not null,
    primary key (member_id, kind)
  ) ${end}`,
  `create table channel_choices (
    member_id ${id} not null references members on delete cascade,
    kind text not null,
    channel text not null,
    is_on integer not null,
    primary key (member_id, kind, channel)
  ) ${end}`,
  `create table delivery_settings (
    member_id ${id} primary key references members on delete cascade,
    quiet_from integer,
    quiet_until integer,
    rejected_email text,
    stopped_at ${time},
    bounced_email text,
    bounced_on text,
    bounced_again_on text,
    alerts_sent_at ${time},
    digest text,
    digest_since ${time},
    digest_sent_at ${time},
    email_pressed_at ${time}
  ) ${end}`,
];

/** Browsers that show a member's notifications. */
const pushDevices = ({ id, time, end }: ColumnTypes) => [
  `create table push_devices (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    session_id ${id} not null references sessions on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    name text not null,
    created_at ${time} not null,
    used_at ${time},
    failures integer not null default 0,
    failing_since ${time},
    retry_at ${time}
  ) ${end}`,
  `create index push_devices_member_id_idx on push_devices (member_id)`,
  // A session belongs to one browser, which has one subscription.
  `create unique index push_devices_session_id_idx on push_devices (session_id)`,
];

/** The queue of emails, push messages and SMS (docs/decisions/0072-deliveries.md). */
const deliveries = ({ id, time, end }: ColumnTypes) => [
  `create table deliveries (
    id ${id} primary key,
    channel text not null check (channel in ('email', 'push', 'sms')),
    priority integer not null,
    tried integer not null default 0,
    member_id ${id} references members on delete cascade,
    kind text,
    notification_id ${id},
    device_id ${id},
    encrypted_payload text,
    dedupe_key text,
    caused_by ${id},
    created_at ${time} not null,
    run_at ${time} not null,
    expires_at ${time} not null,
    attempts integer not null,
    failed_at ${time},
    failure text
  ) ${end}`,
  `create index deliveries_next_idx on deliveries (channel, tried, priority, run_at)
    where failed_at is null`,
  `create unique index deliveries_dedupe_key_idx on deliveries (member_id, channel, dedupe_key)
    where dedupe_key is not null`,
  `create index deliveries_failed_at_idx on deliveries (failed_at) where failed_at is not null`,
];

/**
 * Daily and weekly digests (docs/decisions/0075-digest.md), and daily counts of sent emails and of stopped addresses.
 */
const emails = ({ id, end }: ColumnTypes) => [
  `create table digests (
    day text primary key,
    after_id ${id},
    is_complete integer not null
  ) ${end}`,
  `create table daily_emails (day text primary key, count integer not null) ${end}`,
  `create table daily_stops (day text primary key, count integer not null) ${end}`,
];

/** Sent SMS, the wishes of numbers' owners, and the gateway's last sign of life (docs/decisions/0077-sms.md). */
const sms = ({ id, time, end }: ColumnTypes) => [
  `create table sms_sends (
    delivery_id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    number_hash text not null,
    caused_by ${id},
    sent_at ${time} not null
  ) ${end}`,
  `create index sms_sends_member_id_idx on sms_sends (member_id)`,
  `create table sms_numbers (
    number_hash text primary key,
    question_id ${id},
    question_sent_at ${time},
    proved_at ${time},
    stopped_at ${time},
    used_at ${time} not null
  ) ${end}`,
  `create table sms_stops (event_key text primary key, received_at ${time} not null) ${end}`,
  // A single row, which servers also lock to take turns at counting.
  `create table sms_gateway (name text primary key, heard_at ${time}) ${end}`,
  `insert into sms_gateway (name) values ('gateway')`,
];

/** Notifications and their delivery. */
export const notificationTables = (types: ColumnTypes): string[] => [
  ...notifications(types),
  ...settings(types),
  ...pushDevices(types),
  ...deliveries(types),
  ...emails(types),
  ...sms(types),
];
