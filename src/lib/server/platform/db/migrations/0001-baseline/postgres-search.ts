import { wordsOfListing } from './listing-words.ts';

// All separators of words: ASCII except letters and digits, Latin-1 symbols, punctuation and symbols of all scripts,
// emoji.
const BETWEEN = String.raw`[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\uff0f\U0001f000-\U0001faff]+`;

// A lexeme has at most 2 kB: longer words are truncated.
const MAX_WORD_LENGTH = 64;
// text-search/postgres-search.ts truncates query words to the same length.
const MAX_PREFIX_LENGTH = 12;

// Replaces `unaccent`: needs no extension, is the same in every locale, and is immutable, as generated columns
// require. text-search/search-words.ts normalizes query words the same way.
const WORDS = String.raw`create function search_words(input text) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, ${MAX_WORD_LENGTH})), '{}')
    from regexp_split_to_table(
      lower(normalize(regexp_replace(normalize(input, nfd), '(?<=[A-Za-z])[\u0300-\u036f]+', '', 'g'), nfc)), '${BETWEEN}') as word
    where word <> ''
  $$`;

// GIN finds a prefix stored as a lexeme as fast as a word; `straw:*` would read every row of each matching word.
const PREFIXES = `create function search_prefixes(words tsvector) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, length)), '{}')
    from unnest(tsvector_to_array(words)) as word, generate_series(1, least(length(word), ${MAX_PREFIX_LENGTH})) as length
  $$`;

// The words of a name, and marked with ~ each word and the word without its first character, its second, …: if one
// character is also left out of the query, this matches any typing error of one character.
const NAME_WORDS = `create function search_name_words(name text) returns text[]
  immutable strict parallel safe language sql as $$
    select search_words(name) || array(
      select distinct '~' || word
      from generate_series(0, length(name)) as gap,
        unnest(search_words(left(name, greatest(gap - 1, 0)) || substr(name, gap + 1))) as word)
  $$`;

const communityVectors = [
  `alter table posts add column search_vector tsvector
    generated always as (array_to_tsvector(search_words(title || ' ' || description))) stored`,
  `create index posts_search_prefixes_idx on posts using gin (search_prefixes(search_vector))`,
  `alter table members add column search_vector tsvector
    generated always as (array_to_tsvector(search_name_words(first_name || ' ' || last_name))) stored`,
  `create index members_search_vector_idx on members using gin (search_vector)`,
];

// Vectors of posts with a listing, which include its words: the generated `search_vector` cannot read another table.
const listingVectors = [
  `alter table posts add column listing_vector tsvector`,
  `create index posts_listing_prefixes_idx on posts using gin (search_prefixes(listing_vector))
    where listing_vector is not null`,
  `create function index_listing(indexed_id uuid) returns void language sql as $$
    update posts set listing_vector = (
      select array_to_tsvector(search_words(posts.title || ' ' || posts.description) ||
        array_remove(array[${wordsOfListing('chr').join(', ')}], null))
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

const resourceVectors = [
  `create table resource_vectors (
    resource_id uuid primary key references resources on delete cascade,
    title_vector tsvector not null,
    search_vector tsvector not null
  )`,
  `create index resource_vectors_search_vector_idx on resource_vectors using gin (search_vector)`,
  // A resource that is being deleted has no row to index.
  `create function index_resource(indexed_id uuid) returns void language sql as $$
    insert into resource_vectors (resource_id, title_vector, search_vector)
      select id, array_to_tsvector(search_words(title)),
        array_to_tsvector(search_words(title || ' ' ||
          coalesce((select string_agg(content, ' ') from resource_blocks where resource_id = resources.id and type <> 'image'), '')))
      from resources where id = indexed_id
    on conflict (resource_id) do update
      set title_vector = excluded.title_vector, search_vector = excluded.search_vector
  $$`,
  `create function index_changed_resource() returns trigger language plpgsql as $$ begin
    perform index_resource(new.id);
    return null;
  end $$`,
  `create function index_changed_block() returns trigger language plpgsql as $$ begin
    perform index_resource(coalesce(new.resource_id, old.resource_id));
    return null;
  end $$`,
  `create trigger resources_index after insert or update of title on resources
    for each row execute function index_changed_resource()`,
  `create trigger resource_blocks_index after insert or update or delete on resource_blocks
    for each row execute function index_changed_block()`,
];

/** Search on PostgreSQL: text search vectors in generated columns, or updated by triggers, and GIN indexes on them. */
export const postgresSearch = [
  WORDS,
  PREFIXES,
  NAME_WORDS,
  ...communityVectors,
  ...listingVectors,
  ...resourceVectors,
];
