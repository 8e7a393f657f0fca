import { type RawBuilder, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { ConfigError } from '#lib/server/platform/config.ts';

import type { DialectName } from './dialect.ts';
import { initial } from './migrations/0001-initial.ts';
import { conversations } from './migrations/0002-conversations.ts';
import { requestHashes } from './migrations/0003-request-hashes.ts';
import { pastFollows } from './migrations/0004-past-follows.ts';
import { searchTerms } from './migrations/0005-search-terms.ts';
import { followsIndex } from './migrations/0006-follows-index.ts';
import { jobs } from './migrations/0007-jobs.ts';
import { erasedMembers } from './migrations/0008-erased-members.ts';
import { listings } from './migrations/0009-listings.ts';
import { alerts } from './migrations/0010-alerts.ts';
import { pickups } from './migrations/0011-pickups.ts';
import { listingWords } from './migrations/0012-listing-words.ts';
import { blocks } from './migrations/0013-blocks.ts';
import { staff } from './migrations/0014-staff.ts';
import { moderation } from './migrations/0015-moderation.ts';
import { publishing } from './migrations/0016-publishing.ts';
import { joining } from './migrations/0017-joining.ts';
import { passkeys } from './migrations/0018-passkeys.ts';
import { rights } from './migrations/0019-rights.ts';
import { personalTokens } from './migrations/0020-personal-tokens.ts';
import { imageDescriptions } from './migrations/0021-image-descriptions.ts';
import { notificationKinds } from './migrations/0022-notification-kinds.ts';
import { clockMarks } from './migrations/0023-clock-marks.ts';
import { correctedReports } from './migrations/0024-corrected-reports.ts';
import { repeatedReports } from './migrations/0026-repeated-reports.ts';
import { deletedGuides } from './migrations/0027-deleted-guides.ts';
import { messageKeys } from './migrations/0028-message-keys.ts';
import { notificationFacts } from './migrations/0029-notification-facts.ts';
import { deliveries } from './migrations/0030-deliveries.ts';
import { pushDevices } from './migrations/0031-push-devices.ts';
import { chases } from './migrations/0032-chases.ts';
import { notificationAges } from './migrations/0033-notification-ages.ts';
import { digests } from './migrations/0034-digests.ts';
import { sms } from './migrations/0036-sms.ts';
import { dailyEmails } from './migrations/0037-daily-emails.ts';
import { savedPosts } from './migrations/0038-saved-posts.ts';
import { calendars } from './migrations/0039-calendars.ts';
import { languages } from './migrations/0040-languages.ts';
import { guideLanguages } from './migrations/0041-guide-languages.ts';
import type { Database } from './open-database.ts';

/**
 * All migrations, in order. One that was released is never changed. They only add: servers of the version before go on
 * reading while a new one migrates.
 */
const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-initial': initial(dialect),
  '0002-conversations': conversations(dialect),
  '0003-request-hashes': requestHashes(),
  '0004-past-follows': pastFollows(dialect),
  '0005-search-terms': searchTerms(dialect),
  '0006-follows-index': followsIndex,
  '0007-jobs': jobs(dialect),
  '0008-erased-members': erasedMembers(dialect),
  '0009-listings': listings(dialect),
  '0010-alerts': alerts(dialect),
  '0011-pickups': pickups(dialect),
  '0012-listing-words': listingWords(dialect),
  '0013-blocks': blocks(dialect),
  '0014-staff': staff(dialect),
  '0015-moderation': moderation(dialect),
  '0016-publishing': publishing(dialect),
  '0017-joining': joining(dialect),
  '0018-passkeys': passkeys(dialect),
  '0019-rights': rights(dialect),
  '0020-personal-tokens': personalTokens(dialect),
  '0021-image-descriptions': imageDescriptions(),
  '0022-notification-kinds': notificationKinds(dialect),
  '0023-clock-marks': clockMarks(dialect),
  '0024-corrected-reports': correctedReports(),
  '0026-repeated-reports': repeatedReports(dialect),
  '0027-deleted-guides': deletedGuides(dialect),
  '0028-message-keys': messageKeys(),
  '0029-notification-facts': notificationFacts(dialect),
  '0030-deliveries': deliveries(dialect),
  '0031-push-devices': pushDevices(dialect),
  '0032-chases': chases(dialect),
  '0033-notification-ages': notificationAges(),
  '0034-digests': digests(dialect),
  '0036-sms': sms(dialect),
  '0037-daily-emails': dailyEmails(dialect),
  '0038-saved-posts': savedPosts(dialect),
  '0039-calendars': calendars(dialect),
  '0040-languages': languages,
  '0041-guide-languages': guideLanguages(dialect),
});

const MIGRATION_TABLE = 'kysely_migration';
const REMEDY: Record<DialectName, string> = {
  sqlite: 'move the files of DATA_DIR away, or set another DATA_DIR',
  postgres: 'set DATABASE_URL to an empty database',
};

// Versions before 0.2 had other migrations; none of their names remains.
const OUTDATED = '0001-community';

// On Postgres a restore point, too, has one, in a schema of its own.
const COUNT_TABLES: Record<DialectName, RawBuilder<{ count: number }>> = {
  sqlite: sql`select count(*) as count from sqlite_master where name = ${MIGRATION_TABLE}`,
  postgres: sql`select count(*) as count from pg_tables
    where schemaname = current_schema() and tablename = ${MIGRATION_TABLE}`,
};

/** @returns the names of the migrations that the database has had */
async function listExecuted({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<string[]> {
  const tables = await COUNT_TABLES[dialect].execute(db);
  if (!tables.rows[0]?.count) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws ConfigError when another version made the database, and this one cannot use it */
function rejectOtherVersions(executed: string[], known: object, dialect: DialectName): void {
  if (executed.includes(OUTDATED))
    throw new ConfigError(
      `The database was made by a version before 0.2, which cannot be upgraded: ${REMEDY[dialect]}.`,
    );
  if (executed.some((name) => !Object.hasOwn(known, name)))
    throw new ConfigError(
      'The database was made by a newer version of Glean: install that version, or restore the backup made before the upgrade.',
    );
}

/**
 * Lists the migrations that a database has not had.
 * @returns null for an empty database, which has had none
 * @throws ConfigError when a newer version made the database, or one before 0.2
 */
export async function listPending(database: Database): Promise<string[] | null> {
  const known = migrations(database.dialect);
  const executed = await listExecuted(database);
  rejectOtherVersions(executed, known, database.dialect);
  if (executed.length === 0) return null;
  return Object.keys(known).filter((name) => !executed.includes(name));
}

/**
 * Migrates the database to the current schema: forward only, all or nothing, safe when several servers start together.
 * @throws ConfigError when a newer version made the database, or one before 0.2
 * @throws the failing migration's error, with the database unchanged
 */
export async function migrate({ db, dialect }: Database): Promise<void> {
  const known = migrations(dialect);
  rejectOtherVersions(await listExecuted({ db, dialect }), known, dialect);
  const provider = { getMigrations: async () => known };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
