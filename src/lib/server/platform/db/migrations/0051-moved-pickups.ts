import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The day of a shared truck, for the pickups that go with it on another than was agreed. */
export const movedPickups = (): Migration => ({
  async up(db) {
    for (const statement of [
      'alter table pickups add column moved_to text',
      `update pickups set moved_to = (
        select drivers.day from trip_stops s
        join trips r on r.id = s.trip_id
        join pickups drivers on drivers.id = r.pickup_id
        where s.pickup_id = pickups.id and drivers.day <> pickups.day
      ) where status in ('agreed', 'done') and id in (
        select pickup_id from trip_stops where trip_id is not null
      )`,
    ])
      await sql.raw(statement).execute(db);
  },
});
