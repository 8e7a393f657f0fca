import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

const textOf = (id: string, join: string) =>
  `coalesce((select ${join}(content, ' ') from resource_blocks where resource_id = ${id} and type <> 'image'), '')`;

const onSqlite = [
  `create virtual table library_words using fts5(resource_id unindexed, title, text,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6')`,
  `create trigger library_indexed after insert on resources begin
    insert into library_words (resource_id, title, text) values (new.id, new.title, '');
  end`,
  `create trigger library_retitled after update of title on resources begin
    update library_words set title = new.title where resource_id = new.id;
  end`,
  `create trigger library_unindexed after delete on resources begin
    delete from library_words where resource_id = old.id;
  end`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([event, row]) => `create trigger library_${event}_block after ${event} on resource_blocks begin
      update library_words set text = ${textOf(`${row}.resource_id`, 'group_concat')}
        where resource_id = ${row}.resource_id;
    end`,
  ),
  `insert into library_words (resource_id, title, text)
    select id, title, ${textOf('resources.id', 'group_concat')} from resources`,
];

const onPostgres = [
  `create table library_words (
    resource_id uuid primary key references resources on delete cascade,
    title tsvector not null,
    words tsvector not null
  )`,
  `create index library_by_words on library_words using gin (words)`,
  // Of a resource that is going, or gone, there is no row to index.
  `create function index_resource(which uuid) returns void language sql as $$
    insert into library_words (resource_id, title, words)
      select id, array_to_tsvector(search_words(title)),
        array_to_tsvector(search_words(title || ' ' || ${textOf('resources.id', 'string_agg')}))
      from resources where id = which
    on conflict (resource_id) do update set title = excluded.title, words = excluded.words
  $$`,
  `create function resource_changed() returns trigger language plpgsql as $$ begin
    perform index_resource(new.id);
    return null;
  end $$`,
  `create function block_changed() returns trigger language plpgsql as $$ begin
    perform index_resource(coalesce(new.resource_id, old.resource_id));
    return null;
  end $$`,
  `create trigger library_indexed after insert or update of title on resources
    for each row execute function resource_changed()`,
  `create trigger library_block after insert or update or delete on resource_blocks
    for each row execute function block_changed()`,
  `select index_resource(id) from resources`,
];

/**
 * Makes the library searchable by titles and texts; the database itself keeps the index right
 * (docs/decisions/0006-search.md). A library has hundreds of resources, so an index is read whole.
 * @param dialect the database's kind
 */
export const librarySearch = (dialect: DialectName): Migration => ({
  async up(db) {
    const statements = dialect === 'sqlite' ? onSqlite : onPostgres;
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
