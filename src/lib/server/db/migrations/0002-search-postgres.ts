// Everything between words: ASCII but letters and digits, Latin-1 signs, punctuation and symbols of every script, emoji.
const BETWEEN = String.raw`[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\uff0f\U0001f000-\U0001faff]+`;

// Longer words are found by their beginning: a lexeme has at most 2 kB.
const WORD_LENGTH = 64;
// queries/search-postgres.ts cuts what it looks for at the same length.
const PREFIX_LENGTH = 12;

// Our own unaccent: `normalize` takes accents apart from their letters. It needs no extension, gives the same in
// every locale, and is immutable, as generated columns ask. domain/search-words.ts does the same to what is typed.
const WORDS = String.raw`create function search_words(said text) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, ${WORD_LENGTH})), '{}')
    from regexp_split_to_table(
      lower(normalize(regexp_replace(normalize(said, nfd), '(?<=[A-Za-z])[\u0300-\u036f]+', '', 'g'), nfc)), '${BETWEEN}') as word
    where word <> ''
  $$`;

// All beginnings of some words: an index that holds them as words finds a beginning as fast as a word, while one that
// is asked for `straw:*` reads every row of every word that begins so.
const PREFIXES = `create function search_prefixes(words tsvector) returns text[]
  immutable strict parallel safe language sql as $$
    select coalesce(array_agg(left(word, length)), '{}')
    from unnest(tsvector_to_array(words)) as word, generate_series(1, least(length(word), ${PREFIX_LENGTH})) as length
  $$`;

// Every word of a name, and marked with ~ the words of the name itself and of it without its first letter, its
// second, …: with one letter left out of what is typed as well, every typing error of one letter meets.
const NAMES = `create function search_names(name text) returns text[]
  immutable strict parallel safe language sql as $$
    select search_words(name) || array(
      select distinct '~' || word
      from generate_series(0, length(name)) as gap,
        unnest(search_words(left(name, greatest(gap - 1, 0)) || substr(name, gap + 1))) as word)
  $$`;

/** What makes search on PostgreSQL: words in generated columns, and indexes on them. */
export const searchOnPostgres = [
  // A large community takes longer than any query may.
  `set local statement_timeout = 0`,
  WORDS,
  PREFIXES,
  NAMES,
  `alter table posts add column words tsvector
    generated always as (array_to_tsvector(search_words(title || ' ' || description))) stored`,
  `create index posts_by_prefixes on posts using gin (search_prefixes(words))`,
  `alter table members add column words tsvector
    generated always as (array_to_tsvector(search_names(first_name || ' ' || last_name))) stored`,
  `create index members_by_words on members using gin (words)`,
];
