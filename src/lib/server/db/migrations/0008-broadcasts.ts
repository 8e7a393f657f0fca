import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Gives what is told to everyone an index in the order it is read in; the one it had sorted all of it each time. */
export const broadcasts: Migration = {
  async up(db) {
    const rows = `notifications (id) where audience = 'everyone'`;
    await sql.raw(`create index notifications_to_everyone on ${rows}`).execute(db);
  },
};
