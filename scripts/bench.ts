// `npm run bench`: how fast the built site is beside a bare `node:http` server that sends the same bytes (design 8).
import { startBare } from './bench/bare.ts';
import { CASES } from './bench/cases.ts';
import { prepareDataset } from './bench/dataset.ts';
import { Load } from './bench/load.ts';
import { type Bench, measure, type Row } from './bench/measure.ts';
import { type Options, readOptions, USAGE } from './bench/options.ts';
import { memoryOf, pinLoad, PINNED, stop } from './bench/processes.ts';
import { printGrowth, printRows, printStart, printWeights } from './bench/report.ts';
import { startSite } from './bench/site.ts';
import { weigh } from './bench/weights.ts';
import { fetchTokens, prepareWorld } from './bench/world.ts';
import { build } from './build.ts';
import { root } from './run.ts';

const THREADS = 2;

function chosen({ only }: Options) {
  const cases = CASES.filter(({ name }) => only.length === 0 || only.includes(name));
  if (cases.length > 0) return cases;
  throw new Error(`--only takes some of ${CASES.map(({ name }) => name).join(', ')}.`);
}

async function runCases(bench: Bench, options: Options): Promise<Row[]> {
  const cases = chosen(options);
  if (cases.some(({ changes }) => changes)) await fetchTokens(bench.world);
  const rows: Row[] = [];
  for (const each of cases) {
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
  try {
    const { seconds, connections } = options;
    const here = { ...world, port: site.port };
    const rows = await runCases({ site, bare, load, world: here, seconds, connections }, options);
    console.log(
      `\n${posts.toLocaleString('en')} posts on ${options.database ? 'Postgres' : 'SQLite'}\n`,
    );
    printRows(rows);
    printStart(site, memoryOf(site.child));
    printWeights(await weigh(site.port));
    return rows;
  } finally {
    await Promise.all([stop(site.child), stop(bare.child), load.close()]);
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
