// Prefixes of these lengths are kept ready: finding one then costs no more than finding a word.
const PREFIXES = Array.from({ length: 12 }, (_, at) => at + 1).join(' ');
const TOKENS = `tokenize = 'unicode61 remove_diacritics 2', prefix = '${PREFIXES}'`;

// A name has at most 50 letters a part (spec 9); of a longer one only the beginning is looked at for typing errors.
const NAME_LENGTH = 101;
const POSITIONS = JSON.stringify(Array.from({ length: NAME_LENGTH }, (_, at) => at + 1));

/**
 * An index and the numbers of its rows. The numbers rise with time, so that reading the index backwards gives the
 * newest first: a row's moment, and which one of that moment it is.
 */
const index = (name: string, columns: string, detail: string) => [
  `create table ${name}_numbers (number integer primary key, id text not null unique) strict`,
  `create virtual table ${name}_words using fts5(${columns},
    content = '', contentless_delete = 1, detail = ${detail}, ${TOKENS})`,
];

const number = (name: string, row: string, time: string) => `
  insert into ${name}_numbers (number, id) values (
    coalesce((select max(number) + 1 from ${name}_numbers
      where number >= ${row}.${time} << 20 and number < (${row}.${time} + 1) << 20), ${row}.${time} << 20),
    ${row}.id);`;

const numberOf = (name: string, row: string) =>
  `(select number from ${name}_numbers where id = ${row}.id)`;

const removal = (name: string) => `create trigger ${name}_unindexed before delete on ${name} begin
    delete from ${name}_words where rowid = ${numberOf(name, 'old')};
    delete from ${name}_numbers where id = old.id;
  end`;

const posts = [
  ...index('posts', 'title, description', 'none'),
  `create trigger posts_indexed after insert on posts begin
    ${number('posts', 'new', 'created_at')}
    insert into posts_words (rowid, title, description)
      values (${numberOf('posts', 'new')}, new.title, new.description);
  end`,
  `create trigger posts_reindexed after update of title, description on posts begin
    update posts_words set title = new.title, description = new.description
      where rowid = ${numberOf('posts', 'new')};
  end`,
  removal('posts'),
];

const NAME = `new.first_name || ' ' || new.last_name`;

// The name itself, and it without its first letter, its second, …: with one letter left out of what is typed as well,
// every typing error of one letter meets (docs/decisions/0006-search.md).
const NEAR = `(select name || ' ' || group_concat(substr(name, 1, value - 1) || substr(name, value + 1), ' ')
  from (select ${NAME} as name), json_each('${POSITIONS}') where value <= length(name))`;

const members = [
  ...index('members', 'name, near', 'column'),
  `create trigger members_indexed after insert on members begin
    ${number('members', 'new', 'joined_at')}
    insert into members_words (rowid, name, near) values (${numberOf('members', 'new')}, ${NAME}, ${NEAR});
  end`,
  `create trigger members_reindexed after update of first_name, last_name on members begin
    update members_words set name = ${NAME}, near = ${NEAR} where rowid = ${numberOf('members', 'new')};
  end`,
  removal('members'),
];

const present = [
  // A row written to itself is indexed by the trigger's own words.
  `insert into members_numbers (number, id)
    select (joined_at << 20) + row_number() over (partition by joined_at order by id) - 1, id from members`,
  `insert into members_words (rowid, name, near) select number, '', '' from members_numbers`,
  `update members set first_name = first_name`,
  `insert into posts_numbers (number, id)
    select (created_at << 20) + row_number() over (partition by created_at order by id) - 1, id from posts`,
  `insert into posts_words (rowid, title, description)
    select number, title, description from posts join posts_numbers using (id)`,
];

/** What makes search on SQLite: FTS5 indexes without a copy of the texts, kept right by triggers. */
export const searchOnSqlite = [...posts, ...members, ...present];
