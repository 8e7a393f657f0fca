import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

const POLICY_KINDS = `('licensing_terms', 'data_privacy_guidelines', 'terms_and_conditions')`;

/** Published content. */
const resources = ({ id, time, end }: ColumnTypes) => [
  // Without a reference to the original of a translation, which may be deleted first.
  `create table resources (
    id ${id} primary key,
    title text not null,
    cover_key text not null,
    language text not null default 'en',
    translation_of ${id},
    published_at ${time}
  ) ${end}`,
  `create index resources_published_at_idx on resources (published_at, id)`,
  `create index resources_translation_of_idx on resources (translation_of)`,
  // For checking access to each image and PDF: those of drafts are only for staff.
  `create index resources_cover_key_idx on resources (cover_key)`,
  `create table resource_blocks (
    id ${id} primary key,
    resource_id ${id} not null references resources on delete cascade,
    position integer not null,
    type text not null check (type in ('HEADING', 'TEXT', 'image')),
    content text not null,
    alt text,
    unique (resource_id, position)
  ) ${end}`,
  `create index resource_blocks_image_idx on resource_blocks (content) where type = 'image'`,
];

/** Drafts and deleted guides, by the guide's id. */
const drafts = ({ id, time, end }: ColumnTypes) => [
  `create table resource_drafts (
    id ${id} primary key,
    title text not null,
    cover_key text,
    blocks text not null,
    language text not null default 'en',
    translation_of ${id},
    version integer not null,
    published_version integer,
    saved_from text,
    updated_by ${id} references members on delete set null,
    updated_at ${time} not null
  ) ${end}`,
  `create index resource_drafts_updated_by_idx on resource_drafts (updated_by)`,
  // Images of drafts. An open page may bring back a removed one.
  `create table resource_images (
    image_key text primary key,
    resource_id ${id} not null,
    named_at ${time} not null
  ) ${end}`,
  `create index resource_images_resource_id_idx on resource_images (resource_id)`,
  `create index resource_images_named_at_idx on resource_images (named_at)`,
  // A deleted guide's rows stay for 30 days, so that it can be restored.
  `create table deleted_resources (
    id ${id} primary key,
    deleted_by ${id} references members on delete set null,
    deleted_at ${time} not null
  ) ${end}`,
  `create index deleted_resources_deleted_by_idx on deleted_resources (deleted_by)`,
  `create index deleted_resources_deleted_at_idx on deleted_resources (deleted_at)`,
];

const policies = ({ time, end }: ColumnTypes) => [
  `create table policies (
    kind text primary key check (kind in ${POLICY_KINDS}),
    title text not null,
    file_key text not null,
    bytes integer not null default 0,
    text text not null,
    version integer not null default 1,
    updated_at ${time} not null
  ) ${end}`,
  // Version 0 is a draft.
  `create table policy_versions (
    kind text not null check (kind in ${POLICY_KINDS}),
    version integer not null,
    title text not null,
    file_key text not null,
    bytes integer not null,
    text text not null,
    created_at ${time} not null,
    published_at ${time},
    primary key (kind, version)
  ) ${end}`,
  `create index policy_versions_file_key_idx on policy_versions (file_key)`,
];

/** What staff publish: guides and policies. */
export const libraryTables = (types: ColumnTypes): string[] => [
  ...resources(types),
  ...drafts(types),
  ...policies(types),
];
