import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

/**
 * Lets a notification say who did what it tells of; what likes told says so already, in their `dedupe_key`. It is in the
 * index as well, so that what is unread is still found in indexes alone.
 * @param dialect the database's kind
 */
export const notificationActors = (dialect: DialectName): Migration => ({
  async up(db) {
    const id = dialect === 'sqlite' ? 'text' : 'uuid';
    const statements = [
      `alter table notifications add column actor_id ${id} references members on delete cascade`,
      // `like`, the post's id and the member's, with a space between them
      `update notifications set actor_id = cast(substr(dedupe_key, 43) as ${id}) where dedupe_key like 'like %'`,
      `create index notifications_of_actor on notifications (actor_id)`,
      `drop index notifications_by_audience`,
      `create index notifications_by_audience on notifications (audience, audience_member_id, id, actor_id)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
