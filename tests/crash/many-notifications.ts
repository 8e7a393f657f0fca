// Databases of this version with many notifications, on SQLite and Postgres, for the drill of migrations.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/server/postgres.ts';
import { addSignedInMembers } from '#tests/support/server/server-process.ts';

/** The numbers of rows. */
export interface Size {
  members: number;
  /** notifications for each member */
  each: number;
}

/** Identical databases, each for one migration. */
export interface Databases {
  /** @returns the path or URL of a new database */
  create: (name: string) => Promise<string>;
  remove: (url: string) => Promise<void>;
  close: () => Promise<void>;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

const NEWS = {
  type: 'forum',
  kind: 'staff',
  message: null,
  actor_id: null,
  others: 0,
  link_data: null,
  comment_id: null,
  first_comment_id: null,
  details: null,
  title: 'At the hall',
  replaced_at: null,
  dedupe_key: null,
} as const;

async function fill(database: Database, { members, each }: Size): Promise<void> {
  await migrate(database);
  await addSignedInMembers(database, members);
  const { db } = database;
  const since = Date.now() - YEAR_MS;
  for (const { id: member_id } of await db.selectFrom('members').select('id').execute()) {
    const rows = Array.from({ length: each }, (_, nth) => {
      const created_at = since + nth * MINUTE_MS;
      const times = { created_at, read_at: nth % 2 ? created_at : null };
      return { ...NEWS, ...times, content: `Day ${nth}`, member_id, id: idAt(created_at) };
    });
    await db.insertInto('member_notifications').values(rows).execute();
  }
}

async function fillAt(url: string, size: Size): Promise<void> {
  const database = openDatabase(url, { isCommand: true });
  try {
    await fill(database, size);
  } finally {
    await database.close();
  }
}

/** @param root the folder of the databases */
export async function openSqliteDatabases(root: string, size: Size): Promise<Databases> {
  const template = join(root, 'template');
  await fillAt(template, size);
  return {
    async create(name) {
      const path = join(root, name);
      await cp(template, path);
      return path;
    },
    async remove(path) {
      for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
    },
    close: () => Promise.resolve(),
  };
}

/** Databases on their own Postgres. */
export async function openPostgresDatabases(_: string, size: Size): Promise<Databases> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const { url: server, stop } = await startCluster(bin);
  await runOn(server, 'create database glean_template');
  await fillAt(databaseUrl(server, 'glean_template'), size);
  return {
    async create(name) {
      await runOn(server, `create database ${name} template glean_template`);
      return databaseUrl(server, name);
    },
    async remove(url) {
      await runOn(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
    close: stop,
  };
}
