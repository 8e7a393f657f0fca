// Databases of versions before migration 0029 for the drill of migrations, on SQLite and Postgres.
import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/server/postgres.ts';
import { undoSince } from '#tests/support/site/undo-migrations.ts';

import { fillOldNotifications, type OldVersion, type Size } from './old-notifications.ts';
import { fillFromFixture } from './postgres-fixture.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/backup-0.2/glean.sqlite');

/** Databases that are alike, each for one migration. */
export interface OldDatabases {
  /** @returns the path or URL of a new one */
  create: (version: OldVersion, name: string) => Promise<string>;
  remove: (url: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Fills the database of a version. @param copyFixture writes what the committed backup has into an empty one */
async function fill(
  url: string,
  version: OldVersion,
  size: Size,
  copyFixture: () => Promise<unknown>,
): Promise<void> {
  if (version === '0.2') await copyFixture();
  const database: Database = openDatabase(url, { isCommand: true });
  try {
    if (version !== '0.2') {
      await migrate(database);
      await undoSince(database.db, '0029-notification-facts');
    }
    await fillOldNotifications(database, version, size);
  } finally {
    await database.close();
  }
}

const VERSIONS: OldVersion[] = ['before 0029', '0.2'];

export async function openSqliteDatabases(root: string, size: Size): Promise<OldDatabases> {
  const pathOf = (version: OldVersion) => join(root, `template ${version}`);
  for (const version of VERSIONS) {
    const path = pathOf(version);
    await fill(path, version, size, () => cp(FIXTURE, path));
  }
  return {
    async create(version, name) {
      const path = join(root, name);
      await cp(pathOf(version), path);
      return path;
    },
    async remove(path) {
      for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
    },
    close: () => Promise.resolve(),
  };
}

const templateOf = (version: OldVersion) => `template_${VERSIONS.indexOf(version)}`;

/** On a Postgres of their own. */
export async function openPostgresDatabases(_: string, size: Size): Promise<OldDatabases> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const { url: server, stop } = await startCluster(bin);
  for (const version of VERSIONS) {
    await runOn(server, `create database ${templateOf(version)}`);
    const url = databaseUrl(server, templateOf(version));
    await fill(url, version, size, () => fillFromFixture(url, FIXTURE));
  }
  return {
    async create(version, name) {
      await runOn(server, `create database ${name} template ${templateOf(version)}`);
      return databaseUrl(server, name);
    },
    async remove(url) {
      await runOn(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
    close: stop,
  };
}
