import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a member has used the one chance to correct their report of a pickup. */
export const correctedReports = (): Migration => ({
  async up(db) {
    for (const name of ['owner_corrected', 'requester_corrected'])
      await sql
        .raw(`alter table pickups add column ${name} integer check (${name} in (0, 1))`)
        .execute(db);
  },
});
