import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

import { searchOnPostgres } from './0002-search-postgres.ts';
import { searchOnSqlite } from './0002-search-sqlite.ts';

// For the suggestions that follow on those of one's own circle (domain/suggestions.ts).
const BY_FOLLOWERS = `create index members_by_followers
  on members (followers_count, posts_count, id) where disabled_at is null`;

/**
 * Makes names and posts searchable; the database itself keeps the index right (docs/decisions/0006-search.md).
 * @param dialect the database's kind
 */
export const search = (dialect: DialectName): Migration => ({
  async up(db) {
    const statements = dialect === 'sqlite' ? searchOnSqlite : searchOnPostgres;
    for (const statement of [...statements, BY_FOLLOWERS]) await sql.raw(statement).execute(db);
  },
});
