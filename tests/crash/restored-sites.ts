// Sites with a backup for the drill of restores, on both databases.
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { saveSnapshot } from '#lib/server/backup/save-snapshot.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import { findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/postgres.ts';
import { addSignedInMembers, type ServerInstance } from '#tests/support/server-process.ts';

const BACKED_UP = 10;
const LATER = 2000;

/** Sites that are alike, each for one restore. */
export interface RestoredSites {
  /** path of the backup */
  backup: string;
  create: (name: string) => Promise<ServerInstance>;
  /** @returns what a site's database is, or what is wrong with it */
  look: (site: ServerInstance) => Promise<string>;
  remove: (site: ServerInstance) => Promise<void>;
  close: () => Promise<void>;
}

function nameOf(members: number): string {
  if (members === BACKED_UP) return 'restored';
  return members === BACKED_UP + LATER ? 'as before' : `${members} members`;
}

/** Fills a database, and saves it when a few of its members are there. */
async function fill(database: Database, url: string, backup: string): Promise<void> {
  await migrate(database);
  await addSignedInMembers(database, BACKED_UP);
  await saveSnapshot(url, backup);
  await addSignedInMembers(database, LATER);
}

function lookAtFile(path: string): string {
  const database = new DatabaseSync(path);
  try {
    const check = database.prepare('pragma integrity_check').get();
    if (check?.['integrity_check'] !== 'ok') return 'torn';
    return nameOf(Number(database.prepare('select count(*) as n from members').get()?.['n']));
  } catch (error) {
    return String(error);
  } finally {
    database.close();
  }
}

/** The sites of a killed server: the newest rows are in the log. */
export async function openSqliteSites(root: string): Promise<RestoredSites> {
  const [live, killed] = [join(root, 'live'), join(root, 'killed')];
  const backup = join(root, 'glean.sqlite');
  await mkdir(live);
  const path = join(live, 'glean.sqlite');
  const database = openDatabase(path);
  await fill(database, path, backup);
  await cp(live, killed, { recursive: true });
  await database.close();
  return {
    backup,
    async create(name) {
      const dataDir = join(root, name);
      await cp(killed, dataDir, { recursive: true });
      return { dataDir, databaseUrl: '', port: 0 };
    },
    look: async ({ dataDir }) => lookAtFile(join(dataDir, 'glean.sqlite')),
    remove: ({ dataDir }) => rm(dataDir, { recursive: true }),
    close: () => Promise.resolve(),
  };
}

async function lookAtDatabase(url: string): Promise<string> {
  try {
    // All rows: what restores left unfinished has no index, or lacks rows.
    const [row] = await runOn(
      url,
      `select count(*)::int as n, count(s.id)::int as sessions
        from members m left join sessions s on s.member_id = m.id`,
    );
    const [index] = await runOn(
      url,
      `select count(*)::int as n from pg_indexes where schemaname = 'public'`,
    );
    if (row?.['n'] !== row?.['sessions'] || index?.['n'] === 0) return 'torn';
    return nameOf(Number(row?.['n']));
  } catch (error) {
    return String(error);
  }
}

const nameIn = ({ databaseUrl: url }: ServerInstance) => new URL(url).pathname.slice(1);

/** The sites on a Postgres of their own. */
export async function openPostgresSites(root: string): Promise<RestoredSites> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const { url: server, stop } = await startCluster(bin);
  const backup = join(root, 'glean.dump');
  const template = 'glean_template';
  await runOn(server, `create database ${template}`);
  const database = openDatabase(databaseUrl(server, template));
  await fill(database, databaseUrl(server, template), backup);
  await database.close();
  return {
    backup,
    async create(name) {
      const dataDir = join(root, name);
      await mkdir(dataDir);
      const own = name.replaceAll('-', '_');
      await runOn(server, `create database ${own} template ${template}`);
      return { dataDir, databaseUrl: databaseUrl(server, own), port: 0 };
    },
    look: ({ databaseUrl: url }) => lookAtDatabase(url),
    async remove(site) {
      await runOn(server, `drop database ${nameIn(site)} with (force)`);
      await rm(site.dataDir, { recursive: true });
    },
    close: stop,
  };
}
