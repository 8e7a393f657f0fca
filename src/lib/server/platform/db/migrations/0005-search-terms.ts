import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

const BATCH = 500;
const MARKS = /[\u0300-\u036f]/g;
const TERM = /(?<![a-z])[a-z]{4,24}(?![a-z])/g;

const termsOf = (text: string) =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase().match(TERM) ?? [];

interface Row {
  id: string;
  text: string;
}

async function insertTerms(db: Kysely<unknown>, terms: Set<string>): Promise<void> {
  const all = [...terms];
  for (let start = 0; start < all.length; start += BATCH) {
    const rows = all.slice(start, start + BATCH).map((term) => sql`(${term})`);
    await sql`insert into search_terms (term) values ${sql.join(rows)} on conflict do nothing`.execute(
      db,
    );
  }
}

/** Adds the terms of the texts in a table, some rows at a time. */
async function addTerms(db: Kysely<unknown>, table: string, text: string): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const next: RawBuilder<unknown> = after === null ? sql`true` : sql`id > ${after}`;
    const { rows } = await sql<Row>`
      select id, ${sql.raw(text)} as text from ${sql.table(table)}
      where ${next} order by id limit ${BATCH}`.execute(db);
    await insertTerms(db, new Set(rows.flatMap((row) => termsOf(row.text))));
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
}

/** The different words of posts and resources, among which a misspelled search word is looked up. */
export const searchTerms = (dialect: DialectName): Migration => ({
  async up(db) {
    const { end } = COLUMN_TYPES[dialect];
    await sql.raw(`create table search_terms (term text primary key) ${end}`).execute(db);
    await addTerms(db, 'posts', `title || ' ' || description`);
    await addTerms(db, 'resources', 'title');
    await addTerms(db, 'resource_blocks', `case when type = 'image' then '' else content end`);
  },
});
