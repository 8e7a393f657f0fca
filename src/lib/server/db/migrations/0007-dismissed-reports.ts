import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

/**
 * Lets staff dismiss reports. The rows stay, so that nobody reports the same post twice.
 * @param dialect the database's kind
 */
export const dismissedReports = (dialect: DialectName): Migration => ({
  async up(db) {
    const time = dialect === 'sqlite' ? 'integer' : 'bigint';
    const statements = [
      `alter table reports add column dismissed_at ${time}`,
      `create index reports_open on reports (post_id, id) where dismissed_at is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
