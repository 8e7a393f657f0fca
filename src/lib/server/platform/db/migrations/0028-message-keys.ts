import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A message about a pickup remembers the key of its request, so that a request that is sent again stores nothing. */
export const messageKeys = (): Migration => ({
  async up(db) {
    await sql`alter table pickup_messages add column idempotency_key text`.execute(db);
    await sql`create unique index pickup_messages_key_idx on pickup_messages (member_id, idempotency_key)`.execute(
      db,
    );
  },
});
