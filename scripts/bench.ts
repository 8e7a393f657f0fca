// `npm run bench`: how fast the built site is beside a bare `node:http` server that sends the same bytes (design 8).
import { startBare } from './bench/bare.ts';
import { CASES } from './bench/cases.ts';
import { runCrowd } from './bench/crowd.ts';
import { prepareDataset } from './bench/dataset.ts';
import { Load } from './bench/load.ts';
import { type Bench, measure, type Row } from './bench/measure.ts';
import { type Options, readOptions, TRIALS, USAGE } from './bench/options.ts';
import { runPolling } from './bench/polling.ts';
import { memoryOf, pinLoad, PINNED, stop } from './bench/processes.ts';
import {
  printGrowth,
  printPolling,
  printRows,
  printStart,
  printTellings,
  printWeights,
} from './bench/report.ts';
import { startSite } from './bench/site.ts';
import { weigh } from './bench/weights.ts';
import { prepareWorld } from './bench/world.ts';
import { build } from './build.ts';
import { root } from './run.ts';

const THREADS = 2;

function chosen({ only }: Options) {
  const cases = CASES.filter(({ name }) => only.length === 0 || only.includes(name));
  const names = [...CASES.map(({ name }) => name), TRIALS];
  if (only.every((name) => names.includes(name))) return cases;
  throw new Error(`--only takes some of ${names.join(', ')}.`);
}

async function runCases(bench: Bench, options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const each of chosen(options)) {
    process.stderr.write(`${each.title}…\n`);
    rows.push(await measure(bench, each));
  }
  return rows;
}

/** Measures everything on one data set. */
async function runOn(posts: number, options: Options): Promise<Row[]> {
  const dataset = await prepareDataset(posts, options.database);
  const world = await prepareWorld(dataset);
  const site = await startSite(dataset);
  const bare = await startBare();
  const load = new Load(THREADS);
  const writing = new Load(1);
  try {
    const { seconds, connections } = options;
    const here = { ...world, port: site.port };
    const bench: Bench = { site, bare, load, writing, world: here, seconds, connections };
    const rows = await runCases(bench, options);
    const polling = options.trials ? await runPolling(bench) : [];
    console.log(
      `\n${posts.toLocaleString('en')} posts on ${options.database ? 'Postgres' : 'SQLite'}\n`,
    );
    if (rows.length > 0) printRows(rows);
    printPolling(polling);
    printStart(site, memoryOf(site.child));
    printWeights(await weigh(site.port));
    return rows;
  } finally {
    await Promise.all([stop(site.child), stop(bare.child), load.close(), writing.close()]);
  }
}

async function run(options: Options): Promise<void> {
  pinLoad();
  const { connections, seconds } = options;
  console.log(
    `${connections} connections, ${seconds} s a case in 3 rounds, in turns with the bare server; ${PINNED}.`,
  );
  const results = new Map<number, Row[]>();
  for (const posts of options.posts) results.set(posts, await runOn(posts, options));
  printGrowth(results);
  if (options.trials) printTellings(await runCrowd(options.database));
}

try {
  process.chdir(root);
  const options = readOptions(process.argv.slice(2));
  if (!(await build())) process.exitCode = 1;
  else await run(options);
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  // At once: a server that was started before the fault is ended on the way out.
  process.exit(1);
}
