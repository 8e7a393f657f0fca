import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

/**
 * Makes the table by which servers tell each other what changed (docs/decisions/0009-cache-invalidation.md), and
 * lets a legal document say how large its PDF is.
 * @param dialect the database's kind
 */
export const changes = (dialect: DialectName): Migration => ({
  async up(db) {
    const end = dialect === 'sqlite' ? 'strict' : '';
    const statements = [
      `create table cache_versions (tag text primary key, version integer not null) ${end}`,
      `alter table policies add column bytes integer not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
