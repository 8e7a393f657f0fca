// The committed backup of SQLite as a dump of Postgres.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Kysely } from 'kysely';

import { saveSnapshot } from '#lib/server/app/backup/save-snapshot.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Migrations, migrations } from '#lib/server/platform/db/migrations/all.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

type Row = Record<string, unknown>;
type AnyTables = Kysely<Record<string, Row>>;

// The tables with rows of their own, in the order of their references.
const TABLES = [
  'cache_versions',
  'members',
  'sessions',
  'consents',
  'audit_log',
  'posts',
  'attachments',
  'comments',
  'likes',
  'follows',
  'search_terms',
  'resources',
  'resource_blocks',
  'resource_images',
  'policies',
  'policy_versions',
  'member_notifications',
  'inboxes',
  'notified_likes',
];

/** @returns the migrations of a database */
const migrationsOf =
  (database: DatabaseSync): Migrations =>
  (dialect) => {
    const had = new Set(
      database
        .prepare('select name from kysely_migration')
        .all()
        .map(({ name }) => name),
    );
    return Object.fromEntries(
      Object.entries(migrations(dialect)).filter(([name]) => had.has(name)),
    );
  };

/** Fills a database with the rows of the committed backup, at the version of that backup. */
async function fillFromFixture(url: string, path: string): Promise<void> {
  using fixture = new DatabaseSync(path, { readOnly: true });
  const database = openDatabase(url, { isCommand: true });
  await migrate(database, migrationsOf(fixture));
  const db = database.db as unknown as AnyTables;
  for (const table of TABLES) {
    const rows = fixture.prepare(`select * from ${table}`).all();
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
  }
  await database.close();
}

/**
 * Dumps the members, posts, images and everything else of a backup, which a restore then migrates.
 * @param url the URL of an empty Postgres database
 * @param folder the folder of the backup, with `glean.sqlite`; the dump is written beside it
 */
export async function dumpFixture(url: string, folder: string): Promise<void> {
  await fillFromFixture(url, join(folder, 'glean.sqlite'));
  await saveSnapshot(url, join(folder, 'glean-2026-11-22T18-00-00Z.dump'));
}
