import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A post remembers the request that created it, so that its idempotency key works for that one only. */
export const requestHashes = (): Migration => ({
  async up(db) {
    await sql.raw('alter table posts add column request_hash text').execute(db);
  },
});
