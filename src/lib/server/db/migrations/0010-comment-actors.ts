import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

// A link may be no post's id, and PostgreSQL compares ids with ids only.
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const LINKED = {
  sqlite: 'notifications.link_data',
  postgres: `case when notifications.link_data ~ '${ID}' then cast(notifications.link_data as uuid) end`,
};

/**
 * Notes who wrote the comments told of before a notification said who did what it tells of: of the post's comments
 * that begin as the notification does, the newest by then.
 * @param dialect the database's kind
 */
export const commentActors = (dialect: DialectName): Migration => ({
  async up(db) {
    const statement = `
      update notifications set actor_id = (
        select c.member_id from comments as c
        where c.post_id = ${LINKED[dialect]}
          and c.created_at <= notifications.created_at
          and substr(c.content, 1, 40) = substr(notifications.content, 1, 40)
        order by c.created_at desc limit 1
      )
      where type = 'forum' and audience = 'member' and actor_id is null and title like '% commented'`;
    await sql.raw(statement).execute(db);
  },
});
