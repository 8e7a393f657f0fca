import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Which deliveries and devices were tried without success, and which addresses rejected an email, on what days (docs/decisions/0096-failing-receivers.md). */
export const failures = (dialect: DialectName): Migration => ({
  async up(db) {
    const { time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      'alter table deliveries add column tried integer not null default 0',
      `create index deliveries_next_idx on deliveries (channel, tried, priority, run_at)
        where failed_at is null`,
      'alter table push_devices add column failures integer not null default 0',
      `alter table push_devices add column failing_since ${time}`,
      `alter table push_devices add column retry_at ${time}`,
      'alter table delivery_settings add column bounced_email text',
      'alter table delivery_settings add column bounced_on text',
      'alter table delivery_settings add column bounced_again_on text',
      `alter table delivery_settings add column stopped_at ${time}`,
      `create table daily_stops (day text primary key, count integer not null) ${end}`,
    ])
      await sql.raw(statement).execute(db);
  },
});
