import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { inject } from 'vitest';

import { addLike, addMember, addPost } from '#demo/factories.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

import { freePort } from './port.ts';
import { createDatabase, runOn } from './postgres.ts';
import { runOperator } from './run-operator.ts';
import { databaseAddress, type ServerInstance } from './server-process.ts';

/** The databases on this machine. Commands of the operator are the same on both, so `npm test` only runs one. */
export const DIALECTS: DialectName[] =
  inject('postgres') && !process.env['SKIP_SLOW'] ? ['sqlite', 'postgres'] : ['sqlite'];

/** A site without a server. */
export interface OperatedSite {
  instance: ServerInstance;
  /** the folder for backups, beside its data folder */
  folder: string;
  /** runs queries on its database, then closes it, because a restore must be the only user */
  onDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  /** runs an operator's command, which must succeed. @returns its output */
  operate: (args: string[], settings?: Record<string, string>) => Promise<string>;
  /** runs a command that must fail. @returns its error */
  fail: (args: string[], settings?: Record<string, string>) => Promise<string>;
  titles: () => Promise<string[]>;
}

/** Creates a site with the post “First” by a member, and a post by another member who likes the first. */
export const createOperatedSite = async (dialect: DialectName): Promise<OperatedSite> =>
  createOperatedSiteOn(dialect === 'postgres' ? await createDatabase() : '');

/** Like `createOperatedSite`, on an empty or migrated Postgres database, or on SQLite without a URL. */
export async function createOperatedSiteOn(databaseUrl: string): Promise<OperatedSite> {
  const root = await createTemporaryFolder();
  const instance = { dataDir: root, databaseUrl, port: await freePort() };
  const onDatabase: OperatedSite['onDatabase'] = async (work) => {
    const database = openDatabase(databaseAddress(instance));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const operate: OperatedSite['operate'] = async (args, settings) => {
    const { code, out, err } = await runOperator(instance, args, settings);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${err}${out}`);
    return out;
  };
  const fail: OperatedSite['fail'] = async (args, settings) => {
    const { code, out, err } = await runOperator(instance, args, settings);
    if (code === 0) throw new Error(`${args.join(' ')} succeeded: ${out}`);
    return err;
  };
  const titles = () =>
    onDatabase(async ({ db }) => {
      const rows = await db.selectFrom('posts').select('title').orderBy('id').execute();
      return rows.map(({ title }) => title);
    });
  await onDatabase(async (database) => {
    await migrate(database);
    await addCommunity(database);
  });
  const folder = join(root, 'backups');
  await mkdir(folder, { mode: 0o700 });
  return { instance, folder, onDatabase, operate, fail, titles };
}

async function addCommunity({ db }: Database): Promise<void> {
  const [lea, jun] = [
    await addMember(db, { email: 'lea@glean.example', password_hash: 'none', posts_count: 1 }),
    await addMember(db, { email: 'jun@glean.example', password_hash: 'none', posts_count: 1 }),
  ];
  const post = await addPost(db, { author_id: lea.id, title: 'First', likes_count: 1 });
  await addPost(db, { author_id: jun.id, title: 'Of Jun' });
  await addLike(db, post.id, jun.id);
}

export const addPostOfLea = ({ onDatabase }: OperatedSite, title: string): Promise<void> =>
  onDatabase(async ({ db }) => {
    const lea = await db
      .selectFrom('members')
      .where('email', '=', 'lea@glean.example')
      .select('id')
      .executeTakeFirstOrThrow();
    await addPost(db, { author_id: lea.id, title });
  });

/** Deletes a site's database, like a broken disk. */
export async function loseDatabase({ instance }: OperatedSite): Promise<void> {
  if (instance.databaseUrl)
    await runOn(instance.databaseUrl, 'drop schema public cascade; create schema public');
  else
    for (const suffix of ['', '-wal', '-shm'])
      await rm(databaseAddress(instance) + suffix, { force: true });
}
