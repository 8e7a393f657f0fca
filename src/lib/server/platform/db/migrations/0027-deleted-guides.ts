import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Guides that staff deleted: all of it stays where it is for 30 days, and can be put back. */
export const deletedGuides = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table deleted_resources (
        id ${id} primary key,
        deleted_by ${id} references members on delete set null,
        deleted_at ${time} not null
      ) ${end}`,
      `create index deleted_resources_deleted_by_idx on deleted_resources (deleted_by)`,
      `create index deleted_resources_deleted_at_idx on deleted_resources (deleted_at)`,
      // Each image and PDF is looked up when it is read: those of drafts are for staff alone.
      `create index if not exists resources_cover_key_idx on resources (cover_key)`,
      `create index if not exists resource_blocks_image_idx on resource_blocks (content)
        where type = 'image'`,
      `create index if not exists policy_versions_file_key_idx on policy_versions (file_key)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
