// `npm run bench`: how fast the built site is beside a bare `node:http` server that sends the same bytes.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';

import { startBareServer } from './bench/bare-server.ts';
import { type Database, withDatabase } from './bench/database.ts';
import { createDataset, databaseOf } from './bench/dataset.ts';
import { createFixtures } from './bench/fixtures.ts';
import { measure, measureWrites, type Row } from './bench/measure.ts';
import { type Options, readOptions, USAGE } from './bench/options.ts';
import { weighPages } from './bench/page-weight.ts';
import { PINNING, pinLoad, pinServer, stop, usageOf } from './bench/processes.ts';
import { printGrowth, printLimits, printResults, type Results } from './bench/report.ts';
import { type SiteData, startSite } from './bench/site.ts';
import { build } from './build.ts';
import { readStat } from './process-stat.ts';
import { root } from './run.ts';

/** The first process of the Postgres server that a database is on, if it is on this machine. */
async function findPostgresProcess(database: Database): Promise<number | undefined> {
  if (database.dialect === 'sqlite') return undefined;
  const [row] = await database.run('select pg_backend_pid() as pid');
  return readStat(Number(row?.['pid']))?.parent;
}

const MINUTE_MS = 60_000;

/** Measures the site on one data set. */
async function runOn(data: SiteData, posts: number, options: Options): Promise<Results> {
  const { fixtures, postgres } = await withDatabase(databaseOf(data), async (database) => ({
    fixtures: await createFixtures(database),
    postgres: await findPostgresProcess(database),
  }));
  if (postgres) pinServer(postgres);
  const site = await startSite(data);
  const bareServer = await startBareServer();
  try {
    const shared = { ...options, site, bareServer, fixtures, postgres, database: databaseOf(data) };
    const begin = performance.now();
    const writeCpu = await measureWrites(shared);
    const bench = { ...shared, writeCpu };
    const rows: Row[] = [];
    for (const scenario of options.scenarios) {
      process.stderr.write(`${scenario.name}…\n`);
      rows.push(await measure(bench, scenario));
    }
    const { healthzMs, exploreMs, memoryAtRest } = site;
    const start = { healthzMs, exploreMs, memoryAtRest };
    const memoryAfterLoad = usageOf(site.child.pid).memoryMb;
    const minutes = (performance.now() - begin) / MINUTE_MS;
    const pages = options.isPart ? [] : await weighPages(site.port);
    const database = data.databaseUrl ? 'postgres' : 'sqlite';
    return { posts, database, rows, start, memoryAfterLoad, writeCpu, minutes, pages };
  } finally {
    await Promise.all([stop(site.child), stop(bareServer.child)]);
  }
}

/** Starts a Postgres for the run: with its own defaults, and its data beside SQLite's. */
function startPostgres(site: string) {
  const folder = findPostgres();
  if (!folder) throw new Error('There is no Postgres on this machine.');
  const parent = join(site, '.cache/bench/postgres');
  mkdirSync(parent, { recursive: true });
  // Like /tmp: Postgres may run as another user, who deletes its folder.
  chmodSync(parent, 0o1777);
  return startCluster(folder, { parent, settings: [] });
}

/** Measures the site on one size of data, on each database. */
async function runAll(posts: number, options: Options, serverUrl?: string): Promise<Results[]> {
  const results: Results[] = [];
  for (const database of options.databases) {
    const url = database === 'postgres' ? serverUrl : undefined;
    const data = await createDataset(options.site ?? root, posts, url);
    results.push(await runOn(data, posts, options));
  }
  printResults(results);
  printLimits(results);
  return results;
}

const HEADING = `Each read is measured while others write 20 times a second: "others/s" says how often they did. The site's
"cpu us" of a read has their processor time in it, and "ratio" counts it; from "read us" and "read ratio" the time that
as many writes take alone is subtracted. With few reads a second, most of "cpu us" is that of the writes. Postgres' own
time is in "pg us". The bare server sends the bytes of a typical response. A server that is less busy than the other takes more time per request.`;

async function run(options: Options): Promise<void> {
  const server = options.databases.includes('postgres')
    ? await startPostgres(options.site ?? root)
    : null;
  pinLoad();
  const { rounds, seconds, json } = options;
  console.log(
    `${rounds} rounds of ${seconds} s, in turns with the bare server; ${PINNING}.\n${HEADING}\n`,
  );
  const sizes: Results[][] = [];
  try {
    for (const posts of options.posts) sizes.push(await runAll(posts, options, server?.url));
  } finally {
    await server?.stop();
  }
  printGrowth(sizes);
  if (json) writeFileSync(json, JSON.stringify(sizes.flat(), null, 2));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) console.log(USAGE);
  else if (options.site || (await build())) await run(options);
  else process.exitCode = 1;
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  // Ends the servers that are running, too.
  process.exit(1);
}
