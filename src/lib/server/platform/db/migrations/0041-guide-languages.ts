import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** The language of guides and their drafts, and which guide each is a translation of. */
export const guideLanguages = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id } = COLUMN_TYPES[dialect];
    for (const statement of [
      ...['resources', 'resource_drafts'].flatMap((table) => [
        `alter table ${table} add column language text not null default 'en'`,
        // No reference: a guide may be deleted before its translations.
        `alter table ${table} add column translation_of ${id}`,
      ]),
      `create index resources_translation_of_idx on resources (translation_of)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
