import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { MarkedMigration } from '#lib/server/platform/db/schema-marks.ts';

import { baseline } from './0001-baseline.ts';
import { siteAlerts } from './0002-site-alerts.ts';
import { siteSettings } from './0003-site-settings.ts';

/** A version's migrations for a database, in order. */
export type Migrations = (dialect: DialectName) => Record<string, MarkedMigration>;

/**
 * All migrations. A released one is never changed. They only add: servers of the previous version continue to read
 * while a new one migrates. What a version needs that goes back after an upgrade is `usableFrom`.
 */
export const migrations: Migrations = (dialect) => ({
  '0001-baseline': baseline(dialect),
  '0002-site-alerts': siteAlerts(dialect),
  '0003-site-settings': siteSettings(dialect),
});
