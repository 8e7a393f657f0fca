// The data sets: made once per size and kept, in `data/bench/<size>` or in a database `glean_bench_<size>`.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Client } from 'pg';

import { hashPassword } from '#lib/server/auth/password-hash.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';

import { type Fill, withMembers, withPosts } from './dataset-sql.ts';

/** Every member's password. */
export const PASSWORD = 'Palay-2026!';

/** A community to be measured. */
export interface Dataset {
  dataDir: string;
  /** `postgres://…`, or the path of an SQLite file */
  address: string;
}

/** The one row of the table `bench`: what a data set was made with. */
export interface Stamp {
  fingerprint: string;
  /** nothing in it is newer, milliseconds since 1970 */
  made_at: number;
}

const isPostgres = (address: string) => address.startsWith('postgres');

/** The schema and the statements it was made with: another fingerprint, another data set. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = globSync([
    'src/lib/server/db/migrations/**/*.ts',
    'scripts/bench/{dataset-sql,sql,texts}.ts',
  ]);
  for (const path of sources.toSorted()) hash.update(readFileSync(path));
  return hash.digest('hex');
}

/** Runs SQL outside the app, where durability does not matter. */
type Run = (sql: string) => Promise<unknown>;

async function withDatabase<T>(address: string, work: (run: Run) => Promise<T>): Promise<T> {
  if (isPostgres(address)) {
    const client = new Client({ connectionString: address });
    await client.connect();
    try {
      return await work((sql) => client.query(sql));
    } finally {
      await client.end();
    }
  }
  using database = new DatabaseSync(address, { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -600000');
  return await work(async (sql) => database.exec(sql));
}

async function isCurrent({ address }: Dataset): Promise<boolean> {
  const database = openDatabase(address);
  try {
    const stamps = database.db.withTables<{ bench: Stamp }>().selectFrom('bench');
    return (await stamps.select('fingerprint').executeTakeFirst())?.fingerprint === fingerprint();
  } catch {
    return false;
  } finally {
    await database.close();
  }
}

async function empty({ address, dataDir }: Dataset, server: string | undefined): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const name = server && new URL(address).pathname.slice(1);
  if (!server) return;
  await withDatabase(server, async (run) => {
    await run(`drop database if exists ${name}`);
    await run(`create database ${name}`);
  });
}

async function fill({ address }: Dataset, statements: Fill): Promise<void> {
  const database = openDatabase(address);
  await migrate(database);
  await database.close();
  const hash = await hashPassword(PASSWORD);
  const now = Date.now();
  await withDatabase(address, async (run) => {
    for (const each of statements(database.dialect, now, hash)) await run(each);
    await run('create table bench (fingerprint text not null, made_at bigint not null)');
    await run(`insert into bench values ('${fingerprint()}', ${now})`);
  });
}

/** Finds or makes a data set. @param name of its folder and database */
async function prepare(name: string, statements: Fill, server?: string): Promise<Dataset> {
  const dataDir = join('data/bench', server ? `${name}-postgres` : name);
  const pathname = `/glean_bench_${name.replace('-', '_')}`;
  const url = server && Object.assign(new URL(server), { pathname });
  const dataset = { dataDir, address: url ? url.href : join(dataDir, 'glean.sqlite') };
  mkdirSync(dataDir, { recursive: true });
  if (await isCurrent(dataset)) return dataset;
  const started = performance.now();
  await empty(dataset, server);
  await fill(dataset, statements);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Made ${name} in ${seconds} s.`);
  return dataset;
}

/** A community. @param posts how many it holds @param server a Postgres to have its database in; none is SQLite */
export const prepareDataset = (posts: number, server?: string): Promise<Dataset> =>
  prepare(`${posts}`, withPosts(posts), server);

/** A crowd. @param members how many it is @param server as for `prepareDataset` */
export const prepareCrowd = (members: number, server?: string): Promise<Dataset> =>
  prepare(`crowd-${members}`, withMembers(members), server);
