import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whom a member follows is read from the index alone: suggestions read hundreds of follows for a page. */
export const followsIndex: Migration = {
  async up(db) {
    // That of (follower_id, id) stays: dropping it would lock out the readers of a running server.
    await sql`create index follows_follower_id_followed_id_idx on follows (follower_id, id, followed_id)`.execute(
      db,
    );
  },
};
