import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** SMS: what was sent, which STOPs came, and when the gateway was last heard (docs/decisions/0077-sms.md). */
export const sms = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table sms_sends (
        delivery_id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        sent_at ${time} not null
      ) ${end}`,
      `create index sms_sends_member_id_idx on sms_sends (member_id)`,
      `create table sms_stops (event_key text primary key, received_at ${time} not null) ${end}`,
      // One row, by which servers also take turns when they count.
      `create table sms_gateway (name text primary key, heard_at ${time}) ${end}`,
      `insert into sms_gateway (name) values ('gateway')`,
    ])
      await sql.raw(statement).execute(db);
  },
});
