import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Browsers that show a member's notifications. */
export const pushDevices = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table push_devices (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        session_id ${id} not null references sessions on delete cascade,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        name text not null,
        created_at ${time} not null,
        used_at ${time}
      ) ${end}`,
      `create index push_devices_member_id_idx on push_devices (member_id)`,
      // A session is of one browser, which has one subscription.
      `create unique index push_devices_session_id_idx on push_devices (session_id)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
