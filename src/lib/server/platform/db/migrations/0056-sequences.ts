import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How often what a calendar shows of a pickup or a booking has changed. Those of before go on after the minutes since 1970,
 * which emails had in its place.
 */
export const sequences = (): Migration => ({
  async up(db) {
    for (const table of ['pickups', 'bookings']) {
      await sql`alter table ${sql.table(table)} add column sequence integer not null default 0`.execute(
        db,
      );
      await sql`update ${sql.table(table)} set sequence = updated_at / 60000 + 2`.execute(db);
    }
  },
});
