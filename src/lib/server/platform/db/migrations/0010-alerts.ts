import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Searches whose members are notified of new listings, and which listings are new. */
export const alerts = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table alerts (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        kind text check (kind in ('offer', 'need', 'service')),
        material text,
        town text,
        within_km integer check (within_km in (10, 25, 50)),
        free integer not null check (free in (0, 1)),
        paused_at ${time},
        created_at ${time} not null,
        check (within_km is null or town is not null)
      ) ${end}`,
      // A member has each search once.
      `create unique index alerts_search_idx on alerts (member_id, coalesce(kind, ''),
        coalesce(material, ''), coalesce(town, ''), coalesce(within_km, 0), free)`,
      `alter table listings add column alerts_due_at ${time}`,
      `create index listings_alerts_due_at_idx on listings (alerts_due_at)
        where alerts_due_at is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
