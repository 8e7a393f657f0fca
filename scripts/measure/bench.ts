// `npm run bench`: compares the built site's speed with the minimum for the same statements and bytes (`floor.ts`).
import { writeFileSync } from 'node:fs';

import { build } from '#scripts/build/build.ts';
import { PINNING, pinLoad, pinServer, stopProcess, usageOf } from '#scripts/lib/processes.ts';
import { root } from '#scripts/lib/run.ts';

import { withDatabase } from './bench/database.ts';
import { createDataset, databaseOf } from './bench/dataset.ts';
import { createFixtures, type Fixtures } from './bench/fixtures.ts';
import { type Recording, startFloor } from './bench/floor.ts';
import { measure, measureWrites, type Row } from './bench/measure.ts';
import { type Options, readOptions, USAGE } from './bench/options.ts';
import { weighPages } from './bench/page-weight.ts';
import { findPostgresProcess, startPostgres } from './bench/postgres.ts';
import { printGrowth, printLimits, printResults, type Results } from './bench/report.ts';
import { record } from './bench/samples.ts';
import type { Scenario } from './bench/scenarios.ts';
import { type SiteData, startSite } from './bench/site.ts';

const MINUTE_MS = 60_000;

/** Records the site's statements for each scenario, in a process that is not measured. */
async function recordAll(data: SiteData, fixtures: Fixtures, scenarios: Scenario[]) {
  const site = await startSite(data, { isRecorded: true });
  const recordings: Recording[] = [];
  try {
    for (const scenario of scenarios) recordings.push(await record(scenario, fixtures, site));
  } finally {
    await stopProcess(site.child);
  }
  return recordings;
}

/** Measures the site on one data set. */
async function runOn(data: SiteData, posts: number, options: Options): Promise<Results> {
  const { fixtures, postgres } = await withDatabase(databaseOf(data), async (database) => ({
    fixtures: await createFixtures(database),
    postgres: await findPostgresProcess(database),
  }));
  if (postgres) pinServer(postgres);
  const recordings = await recordAll(data, fixtures, options.scenarios);
  const site = await startSite(data);
  const floor = await startFloor(data.databaseUrl);
  try {
    const shared = { ...options, site, floor, fixtures, postgres, database: databaseOf(data) };
    const begin = performance.now();
    const writeCpu = await measureWrites(shared);
    const bench = { ...shared, writeCpu };
    const rows: Row[] = [];
    for (const [index, scenario] of options.scenarios.entries()) {
      process.stderr.write(`${scenario.name}…\n`);
      rows.push(await measure(bench, scenario, recordings[index] as Recording));
    }
    const { healthzMs, exploreMs, memoryAtRest } = site;
    const start = { healthzMs, exploreMs, memoryAtRest };
    const memoryAfterLoad = usageOf(site.child.pid).memoryMb;
    const minutes = (performance.now() - begin) / MINUTE_MS;
    const pages = options.isPart ? [] : await weighPages(site.port);
    const database = data.databaseUrl ? 'postgres' : 'sqlite';
    return { posts, database, rows, start, memoryAfterLoad, writeCpu, minutes, pages };
  } finally {
    await Promise.all([stopProcess(site.child), stopProcess(floor.child)]);
  }
}

/** Measures the site with one size of data, on each database. */
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

const HEADING = `The floor is a small program: for each request it runs the statements that the site runs for it, prepared, and sends a
text of the same length, compressed alike. "alone us" is the site's processor time of a request, "floor us" the floor's,
"commit us" that of a commit to the disk, beside which the budget of a write is, and "ratio" the floor's share of it. "cpu us" is that of the site while others write 20 times a second, whose time is in it;
"read us" is without their time. Postgres' own time is in "pg us". A server that is less busy takes more per request.`;

async function run(options: Options): Promise<void> {
  const server = options.databases.includes('postgres')
    ? await startPostgres(options.site ?? root)
    : null;
  pinLoad();
  const { rounds, seconds, json } = options;
  console.log(
    `${rounds} rounds of ${seconds} s, in turns with the floor; ${PINNING}.\n${HEADING}\n`,
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
  // Also stops servers that are still running.
  process.exit(1);
}
