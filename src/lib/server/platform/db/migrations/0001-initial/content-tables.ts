import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** What staff publish: resources and policies. */
export const contentTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table resources (
    id ${id} primary key,
    title text not null,
    cover_key text not null,
    published_at ${time}
  ) ${end}`,
  `create index resources_published_at_idx on resources (published_at, id)`,
  `create table resource_blocks (
    id ${id} primary key,
    resource_id ${id} not null references resources on delete cascade,
    position integer not null,
    type text not null check (type in ('HEADING', 'TEXT', 'image')),
    content text not null,
    unique (resource_id, position)
  ) ${end}`,
  `create table policies (
    kind text primary key
      check (kind in ('licensing_terms', 'data_privacy_guidelines', 'terms_and_conditions')),
    title text not null,
    file_key text not null,
    bytes integer not null default 0,
    text text not null,
    updated_at ${time} not null
  ) ${end}`,
];
