import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES, type ColumnTypes } from './column-types.ts';

const statements = ({ id, time, end }: ColumnTypes): string[] => [
  `create table deliveries (
    id ${id} primary key,
    channel text not null check (channel in ('email', 'push', 'sms')),
    priority integer not null,
    member_id ${id} references members on delete cascade,
    kind text,
    notification_id ${id},
    device_id ${id},
    encrypted_payload text,
    dedupe_key text,
    created_at ${time} not null,
    run_at ${time} not null,
    expires_at ${time} not null,
    attempts integer not null,
    failed_at ${time},
    failure text
  ) ${end}`,
  `create index deliveries_due_idx on deliveries (channel, priority, run_at) where failed_at is null`,
  `create unique index deliveries_dedupe_key_idx on deliveries (member_id, channel, dedupe_key)
    where dedupe_key is not null`,
  `create index deliveries_failed_at_idx on deliveries (failed_at) where failed_at is not null`,
  // Only what differs from the defaults.
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
    alerts_sent_at ${time}
  ) ${end}`,
];

/**
 * What goes out by email, push or SMS is one queue (docs/decisions/0072-deliveries.md). `emails` is of use to servers of the
 * version before only; what they put there is taken over.
 */
export const deliveries = (dialect: DialectName): Migration => ({
  async up(db) {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
});
