import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

const KIND = `kind text not null
  check (kind in ('licensing_terms', 'data_privacy_guidelines', 'terms_and_conditions'))`;

/** What staff write before it is published, and all versions of the policies. */
export const publishing = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      // The text of a resource that staff edit; guests read `resources`. Both have the same id.
      `create table resource_drafts (
        id ${id} primary key,
        title text not null,
        cover_key text,
        blocks text not null,
        version integer not null,
        published_version integer,
        saved_from text,
        updated_by ${id} references members on delete set null,
        updated_at ${time} not null
      ) ${end}`,
      `create index resource_drafts_updated_by_idx on resource_drafts (updated_by)`,
      // Images of drafts. One that was taken out may come back from a page that is still open.
      `create table resource_images (
        image_key text primary key,
        resource_id ${id} not null,
        named_at ${time} not null
      ) ${end}`,
      `create index resource_images_resource_id_idx on resource_images (resource_id)`,
      `create index resource_images_named_at_idx on resource_images (named_at)`,
      `alter table resource_blocks add column alt text`,
      `alter table policies add column version integer not null default 1`,
      // Version 0 is a draft.
      `create table policy_versions (
        ${KIND},
        version integer not null,
        title text not null,
        file_key text not null,
        bytes integer not null,
        text text not null,
        created_at ${time} not null,
        published_at ${time},
        primary key (kind, version)
      ) ${end}`,
      `insert into policy_versions
        (kind, version, title, file_key, bytes, text, created_at, published_at)
        select kind, 1, title, file_key, bytes, text, updated_at, updated_at from policies`,
    ])
      await sql.raw(statement).execute(db);
  },
});
