import { wordsOfListing } from './listing-words.ts';

// Prefixes of these lengths are indexed like whole words.
const PREFIX_LENGTHS = Array.from({ length: 12 }, (_, index) => index + 1).join(' ');
const TOKENIZER = `tokenize = 'unicode61 remove_diacritics 2', prefix = '${PREFIX_LENGTHS}'`;

// Each part of a name has at most 50 characters. For longer names, only the beginning tolerates typing errors.
const MAX_NAME_LENGTH = 101;
const POSITIONS = JSON.stringify(Array.from({ length: MAX_NAME_LENGTH }, (_, index) => index + 1));

/**
 * A full-text index and its rowids. Rowids ascend with time, so that reading the index backwards returns the newest
 * first: 20 bits order the rows within a millisecond.
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

const LISTING_WORDS = wordsOfListing('char').map((word) => `coalesce(' ' || ${word}, '')`);

/** Indexes a post again, with the words of its listing. */
const indexPost = (id: string) => `
  update posts_fts set (title, description) = (
    select p.title, p.description || coalesce(
      (select ${LISTING_WORDS.join(' || ')} from listings as l where l.post_id = p.id), '')
    from posts as p where p.id = ${id})
  where rowid = (select fts_rowid from posts_fts_rowids where id = ${id});`;

const posts = [
  ...index('posts', 'title, description', 'none'),
  `create trigger posts_fts_insert after insert on posts begin
    ${assignRowid('posts', 'created_at')}
    insert into posts_fts (rowid, title, description)
      values (${rowidOf('posts', 'new')}, new.title, new.description);
  end`,
  `create trigger posts_fts_update after update of title, description on posts
    begin ${indexPost('new.id')} end`,
  deleteTrigger('posts'),
  `create trigger listings_fts_insert after insert on listings
    begin ${indexPost('new.post_id')} end`,
  `create trigger listings_fts_update after update of town, material, status on listings
    begin ${indexPost('new.post_id')} end`,
  `create trigger listings_fts_delete after delete on listings
    begin ${indexPost('old.post_id')} end`,
];

const NAME = `new.first_name || ' ' || new.last_name`;

// The name without its first character, without its second, …: if one character is also left out of the query, this
// matches any typing error of one character (docs/decisions/0006-search.md).
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
