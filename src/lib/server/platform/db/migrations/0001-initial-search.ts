// Prefixes of these lengths are indexed as whole words are.
const PREFIX_LENGTHS = Array.from({ length: 12 }, (_, index) => index + 1).join(' ');
const TOKENIZER = `tokenize = 'unicode61 remove_diacritics 2', prefix = '${PREFIX_LENGTHS}'`;

// A name part has at most 50 characters. A longer name gets typing-error tolerance on its beginning only.
const MAX_NAME_LENGTH = 101;
const POSITIONS = JSON.stringify(Array.from({ length: MAX_NAME_LENGTH }, (_, index) => index + 1));

/**
 * A full-text index and its rowids. Rowids rise with time, so that reading the index backwards gives the newest
 * first: 20 bits order the rows of one millisecond.
 */
const index = (table: string, columns: string, detail: string) => [
  `create table ${table}_fts_rowids (fts_rowid integer primary key, id text not null unique) strict`,
  `create virtual table ${table}_fts using fts5(${columns},
    content = '', contentless_delete = 1, detail = ${detail}, ${TOKENIZER})`,
];

const assignRowid = (table: string, time: string) => `
  insert into ${table}_fts_rowids (fts_rowid, id) values (
    coalesce((select max(fts_rowid) + 1 from ${table}_fts_rowids
      where fts_rowid >= new.${time} << 20 and fts_rowid < (new.${time} + 1) << 20), new.${time} << 20),
    new.id);`;

const rowidOf = (table: string, row: 'new' | 'old') =>
  `(select fts_rowid from ${table}_fts_rowids where id = ${row}.id)`;

const deleteTrigger = (
  table: string,
) => `create trigger ${table}_fts_delete before delete on ${table} begin
    delete from ${table}_fts where rowid = ${rowidOf(table, 'old')};
    delete from ${table}_fts_rowids where id = old.id;
  end`;

const posts = [
  ...index('posts', 'title, description', 'none'),
  `create trigger posts_fts_insert after insert on posts begin
    ${assignRowid('posts', 'created_at')}
    insert into posts_fts (rowid, title, description)
      values (${rowidOf('posts', 'new')}, new.title, new.description);
  end`,
  `create trigger posts_fts_update after update of title, description on posts begin
    update posts_fts set title = new.title, description = new.description
      where rowid = ${rowidOf('posts', 'new')};
  end`,
  deleteTrigger('posts'),
];

const NAME = `new.first_name || ' ' || new.last_name`;

// The name without its first character, without its second, …: with one character left out of the query as well,
// every typing error of one character matches (docs/decisions/0006-search.md).
const DELETIONS = `(select name || ' ' || group_concat(substr(name, 1, value - 1) || substr(name, value + 1), ' ')
  from (select ${NAME} as name), json_each('${POSITIONS}') where value <= length(name))`;

const members = [
  ...index('members', 'name, deletions', 'column'),
  `create trigger members_fts_insert after insert on members begin
    ${assignRowid('members', 'joined_at')}
    insert into members_fts (rowid, name, deletions)
      values (${rowidOf('members', 'new')}, ${NAME}, ${DELETIONS});
  end`,
  `create trigger members_fts_update after update of first_name, last_name on members begin
    update members_fts set name = ${NAME}, deletions = ${DELETIONS} where rowid = ${rowidOf('members', 'new')};
  end`,
  deleteTrigger('members'),
];

const blocksText = (row: 'new' | 'old') =>
  `coalesce((select group_concat(content, ' ') from resource_blocks
    where resource_id = ${row}.resource_id and type <> 'image'), '')`;

const blockTrigger = (event: 'insert' | 'update' | 'delete', row: 'new' | 'old') =>
  `create trigger resource_blocks_fts_${event} after ${event} on resource_blocks begin
    update resources_fts set text = ${blocksText(row)} where resource_id = ${row}.resource_id;
  end`;

const resources = [
  `create virtual table resources_fts using fts5(resource_id unindexed, title, text,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6')`,
  `create trigger resources_fts_insert after insert on resources begin
    insert into resources_fts (resource_id, title, text) values (new.id, new.title, '');
  end`,
  `create trigger resources_fts_update after update of title on resources begin
    update resources_fts set title = new.title where resource_id = new.id;
  end`,
  `create trigger resources_fts_delete after delete on resources begin
    delete from resources_fts where resource_id = old.id;
  end`,
  blockTrigger('insert', 'new'),
  blockTrigger('update', 'new'),
  blockTrigger('delete', 'old'),
];

/** Search on SQLite: FTS5 indexes that triggers update. Those of posts and members store no copy of the text. */
export const sqliteSearch = [...posts, ...members, ...resources];

// Everything between words: ASCII but letters and digits, Latin-1 signs, punctuation and symbols of every script, emoji.
const BETWEEN = String.raw`[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\uff0f\U0001f000-\U0001faff]+`;

// A lexeme has at most 2 kB: longer words are cut.
const MAX_WORD_LENGTH = 64;
// search/postgres-search.ts cuts query words at the same length.
const MAX_PREFIX_LENGTH = 12;

// Replaces `unaccent`: needs no extension, is the same in every locale, and immutable, as generated columns require.
// search/search-words.ts does the same to query words.
const WORDS = String.raw`create function search_words(input text) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, ${MAX_WORD_LENGTH})), '{}')
    from regexp_split_to_table(
      lower(normalize(regexp_replace(normalize(input, nfd), '(?<=[A-Za-z])[\u0300-\u036f]+', '', 'g'), nfc)), '${BETWEEN}') as word
    where word <> ''
  $$`;

// GIN finds a prefix that is stored as a lexeme as fast as a word; `straw:*` would read every row of every such word.
const PREFIXES = `create function search_prefixes(words tsvector) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, length)), '{}')
    from unnest(tsvector_to_array(words)) as word, generate_series(1, least(length(word), ${MAX_PREFIX_LENGTH})) as length
  $$`;

// The words of a name, and marked with ~ the words of the name, and of it without its first character, its second, …:
// with one character left out of the query as well, every typing error of one character matches.
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
  ...resourceVectors,
];
