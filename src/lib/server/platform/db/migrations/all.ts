import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { baseline } from './0001-baseline.ts';

/** The migrations of a version on a database, in order. */
export type Migrations = (dialect: DialectName) => Record<string, Migration>;

/**
 * All migrations. One that was released is never changed. They only add: servers of the version before go on reading while
 * a new one migrates.
 */
export const migrations: Migrations = (dialect) => ({
  '0001-baseline': baseline(dialect),
});
