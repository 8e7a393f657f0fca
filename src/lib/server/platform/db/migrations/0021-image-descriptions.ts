import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the images of posts show, for those who cannot see them. */
export const imageDescriptions = (): Migration => ({
  async up(db) {
    await sql`alter table attachments add column alt text`.execute(db);
  },
});
