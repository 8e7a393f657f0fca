// The data sets. On SQLite each is created once and copied for each run; on Postgres it is created each time.
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { stopProcess } from '#scripts/lib/processes.ts';

import { withDatabase } from './database.ts';
import { fill, PASSWORD } from './dataset-sql.ts';
import { type SiteData, startSite } from './site.ts';

/** Changes with the site's schema and the statements that fill it. */
function fingerprint(site: string): string {
  const patterns = [join(site, 'src/**/migrations/**/*.ts'), `${import.meta.dirname}/dataset*.ts`];
  const texts = globSync(patterns)
    .toSorted()
    .map((path) => readFileSync(path, 'utf8'));
  return hash('sha256', texts.join());
}

/** `postgres://…`, or the path of an SQLite file. */
export const databaseOf = ({ databaseUrl, dataDir }: SiteData): string =>
  databaseUrl || join(dataDir, 'glean.sqlite');

/** Migrates an empty database with the site's code, and fills it. */
async function create(data: SiteData, posts: number): Promise<void> {
  const start = performance.now();
  rmSync(data.dataDir, { recursive: true, force: true });
  mkdirSync(data.dataDir, { recursive: true });
  const { child } = await startSite(data);
  await stopProcess(child);
  const passwordHash = await hashPassword(PASSWORD);
  await withDatabase(databaseOf(data), (database) => fill(database, posts, passwordHash));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stderr.write(`Created ${posts} posts in ${seconds} s.\n`);
}

/**
 * Creates a data set.
 * @param site the checkout that provides the migrations
 * @param serverUrl an empty Postgres server; undefined for SQLite
 */
export async function createDataset(site: string, posts: number, serverUrl?: string) {
  const data: SiteData = { site, dataDir: join(site, '.cache/bench/run'), databaseUrl: '' };
  if (serverUrl) {
    await withDatabase(serverUrl, ({ run }) => run(`create database glean_bench_${posts}`));
    data.databaseUrl = new URL(`/glean_bench_${posts}`, serverUrl).href;
    await create(data, posts);
    return data;
  }
  const template = join(site, '.cache/bench', String(posts));
  const stamp = join(template, 'fingerprint');
  const current = fingerprint(site);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
    await create({ ...data, dataDir: template }, posts);
    writeFileSync(stamp, current);
  }
  rmSync(data.dataDir, { recursive: true, force: true });
  cpSync(template, data.dataDir, { recursive: true });
  return data;
}
