import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { ConfigError } from '#lib/server/config.ts';

import type { DialectName } from './dialect.ts';
import { initial } from './migrations/0001-initial.ts';
import { conversations } from './migrations/0002-conversations.ts';
import { requestHashes } from './migrations/0003-request-hashes.ts';
import { pastFollows } from './migrations/0004-past-follows.ts';
import { searchTerms } from './migrations/0005-search-terms.ts';
import type { Database } from './open-database.ts';
import type { Db } from './schema.ts';

/** All migrations, in order. One that was released is never changed. */
const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-initial': initial(dialect),
  '0002-conversations': conversations(dialect),
  '0003-request-hashes': requestHashes(),
  '0004-past-follows': pastFollows(dialect),
  '0005-search-terms': searchTerms(dialect),
});

const MIGRATION_TABLE = 'kysely_migration';
const REMEDY: Record<DialectName, string> = {
  sqlite: 'move the files of DATA_DIR away, or set another DATA_DIR',
  postgres: 'set DATABASE_URL to an empty database',
};

/** Versions before 0.2 had other migrations; none of their names remains. */
async function isOutdated(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return false;
  const { rows } = await sql`
    select name from ${sql.table(MIGRATION_TABLE)} where name = '0001-community'`.execute(db);
  return rows.length > 0;
}

/**
 * Migrates the database to the current schema: forward only, all or nothing, safe when several servers start together.
 * @throws ConfigError when a version before 0.2 made the database
 * @throws the failing migration's error, with the database unchanged
 */
export async function migrate({ db, dialect }: Database): Promise<void> {
  if (await isOutdated(db))
    throw new ConfigError(
      `The database was made by a version before 0.2, which cannot be upgraded: ${REMEDY[dialect]}.`,
    );
  const provider = { getMigrations: async () => migrations(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
