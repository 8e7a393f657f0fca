import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Trucks with room for others, and whose pickups go with them or look for one. */
export const trips = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table trips (
        id ${id} primary key,
        pickup_id ${id} not null references pickups on delete cascade,
        driver_id ${id} not null references members on delete cascade,
        from_town text not null,
        to_town text not null,
        amount integer not null check (amount > 0),
        amount_left integer not null check (amount_left between 0 and amount),
        unit text not null,
        created_at ${time} not null,
        ended_at ${time}
      ) ${end}`,
      'create unique index trips_open_idx on trips (pickup_id) where ended_at is null',
      // That one has a condition: references are cleared by these.
      'create index trips_pickup_id_idx on trips (pickup_id)',
      'create index trips_driver_id_idx on trips (driver_id)',
      'create index trips_way_idx on trips (from_town, to_town) where ended_at is null',
      `create table trip_stops (
        pickup_id ${id} primary key references pickups on delete cascade,
        member_id ${id} not null references members on delete cascade,
        trip_id ${id} references trips on delete cascade,
        amount integer check (amount > 0),
        from_town text not null,
        to_town text not null,
        created_at ${time} not null,
        check ((trip_id is null) = (amount is null))
      ) ${end}`,
      'create index trip_stops_member_id_idx on trip_stops (member_id)',
      'create index trip_stops_trip_id_idx on trip_stops (trip_id)',
      'create index trip_stops_way_idx on trip_stops (from_town, to_town) where trip_id is null',
    ])
      await sql.raw(statement).execute(db);
  },
});
