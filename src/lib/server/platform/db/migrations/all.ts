import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { baseline } from './0001-baseline.ts';

/** A version's migrations for a database, in order. */
export type Migrations = (dialect: DialectName) => Record<string, Migration>;

/**
 * All migrations. A released one is never changed. They only add: servers of the previous version continue to read
 * while a new one migrates.
 */
export const migrations: Migrations = (dialect) => ({
  '0001-baseline': baseline(dialect),
});
