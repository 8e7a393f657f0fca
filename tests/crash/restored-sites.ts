// Sites with a backup for the drill of restores, on both databases.
import { cp, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { addPost } from '#demo/factories.ts';
import { recountAll } from '#lib/server/people/members/queries.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/server/postgres.ts';
import { addSignedInMembers, type ServerInstance } from '#tests/support/server/server-process.ts';

import { TITLES } from './look-at-site.ts';
import { dumpFixture } from './postgres-fixture.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/backup-0.2');
// A restore leaves out members that were erased since the backup.
const ERASED = 'ana@glean.example';
const MEMBERS = 2000;
const IMAGE_KEY = `${'A'.repeat(22)}-9x9`;

/** Identical sites, each for one restore. */
export interface RestoredSites {
  /** the path of the backup */
  backup: string;
  create: (name: string) => Promise<ServerInstance>;
  remove: (site: ServerInstance) => Promise<void>;
  close: () => Promise<void>;
}

/** Fills the site that a restore replaces, with many members, a post with an image, and an erased member. */
async function fill(database: Database, dataDir: string): Promise<void> {
  await migrate(database);
  await addSignedInMembers(database, MEMBERS);
  const { db } = database;
  const author = await db.selectFrom('members').select('id').limit(1).executeTakeFirstOrThrow();
  const post = await addPost(db, { author_id: author.id, title: TITLES['as before'] });
  const attachment = { post_id: post.id, position: 0, image_key: IMAGE_KEY };
  await db.insertInto('attachments').values(attachment).execute();
  await recountAll(db);
  using fixture = new DatabaseSync(join(FIXTURE, 'glean.sqlite'), { readOnly: true });
  const erased = fixture.prepare('select id from members where email = ?').get(ERASED);
  const row = { member_id: String(erased?.['id']), erased_at: Date.now() };
  await db.insertInto('erased_members').values(row).execute();
  const media = await createDiskStore(join(dataDir, 'media'));
  await media.put(`${IMAGE_KEY}/9.webp`, Buffer.from('x'), 'image/webp');
}

/** Copies the committed backup, as a restore writes beside its images. */
async function copyFixture(root: string): Promise<string> {
  const backup = join(root, 'backup');
  await cp(FIXTURE, backup, { recursive: true });
  return backup;
}

/** Sites of a killed server, whose newest rows are only in the log. */
export async function openSqliteSites(root: string): Promise<RestoredSites> {
  const [live, killed] = [join(root, 'live'), join(root, 'killed')];
  const backup = await copyFixture(root);
  await mkdir(live);
  const database = openDatabase(join(live, 'glean.sqlite'));
  await fill(database, live);
  await cp(live, killed, { recursive: true });
  await database.close();
  return {
    backup,
    async create(name) {
      const dataDir = join(root, name);
      await cp(killed, dataDir, { recursive: true });
      return { dataDir, databaseUrl: '', port: 0 };
    },
    remove: ({ dataDir }) => rm(dataDir, { recursive: true }),
    close: () => Promise.resolve(),
  };
}

const nameIn = ({ databaseUrl: url }: ServerInstance) => new URL(url).pathname.slice(1);

/** Sites on their own Postgres. */
export async function openPostgresSites(root: string): Promise<RestoredSites> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const { url: server, stop } = await startCluster(bin);
  const backup = await copyFixture(root);
  for (const name of ['fixture', 'template']) await runOn(server, `create database glean_${name}`);
  await dumpFixture(databaseUrl(server, 'glean_fixture'), backup);
  await rm(join(backup, 'glean.sqlite'));
  const live = join(root, 'live');
  await mkdir(live);
  const database = openDatabase(databaseUrl(server, 'glean_template'));
  await fill(database, live);
  await database.close();
  return {
    backup,
    async create(name) {
      const dataDir = join(root, name);
      await cp(live, dataDir, { recursive: true });
      const own = name.replaceAll('-', '_');
      await runOn(server, `create database ${own} template glean_template`);
      return { dataDir, databaseUrl: databaseUrl(server, own), port: 0 };
    },
    async remove(site) {
      await runOn(server, `drop database ${nameIn(site)} with (force)`);
      await rm(site.dataDir, { recursive: true });
    },
    close: stop,
  };
}
