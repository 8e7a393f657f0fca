// The committed backup, which is SQLite's, as a dump of Postgres.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';

import { saveSnapshot } from '#lib/server/app/backup/save-snapshot.ts';
import { initial } from '#lib/server/platform/db/migrations/0001-initial.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

type Row = Record<string, unknown>;
type AnyTables = Kysely<Record<string, Row>>;

// Those with rows, in the order of their references.
const TABLES = [
  'members',
  'sessions',
  'posts',
  'attachments',
  'likes',
  'comments',
  'follows',
  'resources',
  'resource_blocks',
  'policies',
  'notifications',
  'notification_versions',
];

/**
 * Fills a database with what the committed backup has, as the version of that backup.
 * @param url of an empty Postgres database
 * @param path of the backup's SQLite file
 */
export async function fillFromFixture(url: string, path: string): Promise<void> {
  using fixture = new DatabaseSync(path, { readOnly: true });
  const database = openDatabase(url, { isCommand: true });
  const provider = { getMigrations: async () => ({ '0001-initial': initial('postgres') }) };
  const { error } = await new Migrator({ db: database.db, provider }).migrateToLatest();
  if (error) throw error;
  const db = database.db as unknown as AnyTables;
  for (const table of TABLES) {
    const rows = fixture.prepare(`select * from ${table}`).all();
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
  }
  await database.close();
}

/**
 * Dumps the members, posts, images and all else of a backup, which a restore then migrates.
 * @param url of an empty Postgres database
 * @param folder of the backup, with `glean.sqlite`; the dump is written beside it
 */
export async function dumpFixture(url: string, folder: string): Promise<void> {
  await fillFromFixture(url, join(folder, 'glean.sqlite'));
  await saveSnapshot(url, join(folder, 'glean-2026-11-22T18-00-00Z.dump'));
}
