import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** What the fields will leave over in the weeks ahead, and which alerts have heard of a week. */
export const season = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table harvests (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        town text not null,
        material text not null,
        monday text not null,
        ares integer not null check (ares > 0),
        created_at ${time} not null,
        unique (member_id, monday, material, town)
      ) ${end}`,
      'create index harvests_monday_idx on harvests (monday)',
      `create table schedules (
        monday text not null,
        material text not null,
        town text not null,
        ares integer not null check (ares > 0),
        primary key (monday, material, town)
      ) ${end}`,
      `create table heard_weeks (
        alert_id ${id} not null references alerts on delete cascade,
        monday text not null,
        member_id ${id} not null references members on delete cascade,
        heard_at ${time} not null,
        primary key (alert_id, monday)
      ) ${end}`,
      'create index heard_weeks_member_id_idx on heard_weeks (member_id)',
      'create index heard_weeks_monday_idx on heard_weeks (monday)',
    ])
      await sql.raw(statement).execute(db);
  },
});
