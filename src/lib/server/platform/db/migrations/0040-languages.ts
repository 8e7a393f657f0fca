import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language that a member has chosen; null for who has not: then it is that of their browser. */
export const languages: Migration = {
  async up(db) {
    await sql`alter table members add column language text`.execute(db);
  },
};
