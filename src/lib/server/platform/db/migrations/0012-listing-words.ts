import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

// U+E000 begins the words of a listing: no search has it, and FTS5 takes it for a letter. search/other-names.ts looks
// for the same words. Material keys lose their hyphens, which separate words.
const MARK = { sqlite: 'char(57344)', postgres: 'chr(57344)' };

const wordsOf = (dialect: DialectName) => [
  `${MARK[dialect]} || 't' || l.town`,
  `${MARK[dialect]} || 'm' || replace(l.material, '-', '') || ${MARK[dialect]}`,
  `case when l.status in ('open', 'promised') then null else ${MARK[dialect]} || 'gone' end`,
];

const SQLITE_WORDS = wordsOf('sqlite').map((word) => `coalesce(' ' || ${word}, '')`);

const indexPost = (id: string) => `
  update posts_fts set (title, description) = (
    select p.title, p.description || coalesce(
      (select ${SQLITE_WORDS.join(' || ')} from listings as l where l.post_id = p.id), '')
    from posts as p where p.id = ${id})
  where rowid = (select fts_rowid from posts_fts_rowids where id = ${id});`;

const sqlite = [
  `drop trigger posts_fts_update`,
  `create trigger posts_fts_update after update of title, description on posts
    begin ${indexPost('new.id')} end`,
  `create trigger listings_fts_insert after insert on listings
    begin ${indexPost('new.post_id')} end`,
  `create trigger listings_fts_update after update of town, material, status on listings
    begin ${indexPost('new.post_id')} end`,
  `create trigger listings_fts_delete after delete on listings
    begin ${indexPost('old.post_id')} end`,
];

// Beside `search_vector`, which is generated and cannot read another table: of posts with a listing, with all words.
const postgres = [
  `alter table posts add column listing_vector tsvector`,
  `create index posts_listing_prefixes_idx on posts using gin (search_prefixes(listing_vector))
    where listing_vector is not null`,
  `create function index_listing(indexed_id uuid) returns void language sql as $$
    update posts set listing_vector = (
      select array_to_tsvector(search_words(posts.title || ' ' || posts.description) ||
        array_remove(array[${wordsOf('postgres').join(', ')}], null))
      from listings as l where l.post_id = posts.id)
    where id = indexed_id
  $$`,
  `create function index_changed_listing() returns trigger language plpgsql as $$ begin
    perform index_listing(coalesce(new.post_id, old.post_id));
    return null;
  end $$`,
  `create function index_changed_post() returns trigger language plpgsql as $$ begin
    perform index_listing(new.id);
    return null;
  end $$`,
  `create trigger listings_index after insert or update of town, material, status or delete on listings
    for each row execute function index_changed_listing()`,
  `create trigger posts_listing_index after update of title, description on posts
    for each row when (new.listing_vector is not null) execute function index_changed_post()`,
];

/** Adds to the search index of a post where its listing is, what it is of, and whether it is over. */
export const listingWords = (dialect: DialectName): Migration => ({
  async up(db) {
    for (const statement of dialect === 'sqlite' ? sqlite : postgres)
      await sql.raw(statement).execute(db);
    // The triggers index those that exist.
    await sql`update listings set status = status`.execute(db);
  },
});
