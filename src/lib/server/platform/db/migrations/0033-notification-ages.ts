import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes by which old notifications are found, to be deleted. */
export const notificationAges = (): Migration => ({
  async up(db) {
    await sql`create index member_notifications_read_at_idx on member_notifications (read_at)
      where read_at is not null`.execute(db);
    await sql`create index member_notifications_created_at_idx
      on member_notifications (created_at)`.execute(db);
  },
});
