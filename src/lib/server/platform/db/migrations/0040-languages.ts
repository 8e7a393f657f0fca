import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language of a member, null until they sign in: then it is that of their browser; and that of an application. */
export const languages: Migration = {
  async up(db) {
    await sql`alter table members add column language text`.execute(db);
    await sql`alter table applications add column language text not null default 'en'`.execute(db);
  },
};
