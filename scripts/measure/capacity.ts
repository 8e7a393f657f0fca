// Keeps many pages of the built site open, and prints the resources used: docs/operations.md, "How far it goes".
import { mkdirSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { build } from '#scripts/build/build.ts';
import { pinBesideLoad, pinLoad, stopProcess, unpin } from '#scripts/lib/processes.ts';
import { root } from '#scripts/lib/run.ts';

import { type Database, withDatabase } from './bench/database.ts';
import { createDataset, databaseOf } from './bench/dataset.ts';
import { createFixtures, pickMembers } from './bench/fixtures.ts';
import { findPostgresProcess, startPostgres } from './bench/postgres.ts';
import { type Site, type SiteData, startSite } from './bench/site.ts';
import { findPosts, readAll, spreadSessions } from './capacity/badges.ts';
import { countBadges, type Scene, watchBadges, writeAndRead } from './capacity/beside.ts';
import { AllFigures } from './capacity/figures.ts';
import { OpenPage } from './capacity/open-page.ts';
import { type Options, readOptions, USAGE } from './capacity/options.ts';
import { type Outcome, printOutcome } from './capacity/report.ts';
import { type Process, takeSamples } from './capacity/samples.ts';

const MINUTE_MS = 60_000;
// The time after opening the pages until the load is steady.
const SETTLE_MS = 20_000;

/** Prepares members, and chooses those whose badges are measured. */
async function prepare(database: Database, { pages, minutes }: Options) {
  const fixtures = await createFixtures(database);
  const members = Array.from({ length: pages }, (_, turn) => pickMembers(fixtures, turn).reader);
  const ids = members.map(({ id }) => id);
  if (new Set(ids).size < pages) throw new Error('The data set has fewer members than pages.');
  const watched = [...(await findPosts(database, ids))].slice(0, countBadges(minutes));
  await readAll(
    database,
    watched.map(([id]) => id),
  );
  await spreadSessions(database);
  return {
    fixtures,
    members,
    posts: new Map(watched),
    postgres: await findPostgresProcess(database),
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Starts the servers, each with its own data folder, and divides the processors. */
async function startServers(data: SiteData, { servers }: Options, postgres: number | undefined) {
  const sites: Site[] = [];
  while (sites.length < servers) {
    const dataDir = sites.length === 0 ? data.dataDir : `${data.dataDir}-${sites.length + 1}`;
    if (sites.length > 0) rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    sites.push(await startSite({ ...data, dataDir }));
  }
  // A single server has its own processors; two share all with Postgres and the load.
  if (postgres && servers === 1) pinBesideLoad(postgres);
  if (servers > 1)
    for (const pid of [...sites.map(({ child }) => child.pid), postgres, process.pid])
      if (pid) unpin(pid);
  return sites;
}

function openPages(sites: Site[], { members, posts, fixtures }: Prepared): Scene {
  const figures = new AllFigures();
  const pages = members.map((member, nth) => {
    const { port } = sites[nth % sites.length] as Site;
    return new OpenPage(port, member, nth, figures);
  });
  const targets = pages.flatMap((page) => {
    const post = posts.get(page.member.id);
    return post ? [{ page, post }] : [];
  });
  return { pages, targets, fixtures, figures };
}

/** Measures the open pages for the given minutes. */
async function watch(scene: Scene, processes: Process[], until: number): Promise<Outcome> {
  scene.figures.restart();
  const over = new AbortController();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  const samples = takeSamples(processes, over.signal);
  await watchBadges(scene, until);
  await sleep(Math.max(0, until - performance.now()));
  over.abort();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(used);
  return {
    figures: scene.figures.now,
    samples: await samples,
    seconds: ms / 1000,
    load: { busy: (user + system) / 1000 / ms, delay: delay.percentile(99) / 1e6 },
  };
}

/** Opens the pages one after the other, measures them, and closes them. */
async function hold(scene: Scene, processes: Process[], options: Options): Promise<Outcome> {
  const over = new AbortController();
  const openingMs = (options.pages * 1000) / options.opened;
  const runs = scene.pages.map((page, nth) => page.run((nth * 1000) / options.opened, over.signal));
  process.stderr.write(`Opening ${options.pages} pages…\n`);
  await sleep(openingMs);
  const until = performance.now() + SETTLE_MS + options.minutes * MINUTE_MS;
  const beside = writeAndRead(scene, until);
  await sleep(SETTLE_MS);
  process.stderr.write(`Watching for ${options.minutes} min…\n`);
  const outcome = await watch(scene, processes, until);
  over.abort();
  await Promise.all([beside, ...runs]);
  await Promise.all(scene.pages.map((page) => page.close()));
  return outcome;
}

async function runOn(data: SiteData, options: Options): Promise<boolean> {
  const prepared = await withDatabase(databaseOf(data), (each) => prepare(each, options));
  const { postgres } = prepared;
  const sites = await startServers(data, options, postgres);
  const processes = sites.map(({ child }, nth) => ({
    name: `server ${nth + 1}`,
    pid: Number(child.pid),
  }));
  if (postgres) processes.push({ name: 'postgres', pid: postgres });
  try {
    return printOutcome(await hold(openPages(sites, prepared), processes, options), options);
  } finally {
    await Promise.all(sites.map(({ child }) => stopProcess(child)));
  }
}

async function run(options: Options): Promise<boolean> {
  const server = options.database === 'postgres' ? await startPostgres(root) : null;
  pinLoad();
  try {
    return await runOn(await createDataset(root, options.posts, server?.url), options);
  } finally {
    await server?.stop();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) console.log(USAGE);
  else if (!(await build()) || !(await run(options))) process.exitCode = 1;
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  // Also stops servers that are still running.
  process.exit(1);
}
