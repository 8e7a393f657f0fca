import { createHistogram } from 'node:perf_hooks';

import type { startBareServer } from './bare-server.ts';
import { withConnection } from './connection.ts';
import { fetchEtags, fetchTokens, type Fixtures } from './fixtures.ts';
import { load, type LoadResult, runOnce } from './load.ts';
import { usageOf } from './processes.ts';
import { BACKGROUND, type Scenario } from './scenarios.ts';
import type { Site } from './site.ts';

/** What measures. */
export interface Bench {
  site: Site;
  bareServer: Awaited<ReturnType<typeof startBareServer>>;
  fixtures: Fixtures;
  /** the first process of a Postgres on this machine */
  postgres: number | undefined;
  /** how long a round takes */
  seconds: number;
  rounds: number;
}

/** What came of a scenario. Latencies are in milliseconds, processor times per run in microseconds. */
export type Row = Awaited<ReturnType<typeof measure>>;

type Round = Awaited<ReturnType<typeof runRound>>;

const countRuns = (result: LoadResult | null) =>
  result ? result.succeeded + result.errors.length : 0;

/** Loads a server once. @returns the processor time of the server and of Postgres per run */
async function runRound(
  bench: Bench,
  scenario: Scenario,
  { child, port }: Site | Bench['bareServer'],
  writeCpu = [0, 0],
) {
  const { fixtures, postgres, seconds, site } = bench;
  const others = child === site.child && scenario.background && BACKGROUND[scenario.background];
  const usage = () => [child.pid, postgres].map((pid) => usageOf(pid).cpuMs * 1000);
  const before = usage();
  const [result, background] = await Promise.all([
    load(scenario, fixtures, port, seconds * 1000),
    others ? load(others, fixtures, port, seconds * 1000) : null,
  ]);
  const cpu = usage().map((after, index) => {
    const ofWrites = countRuns(background) * (writeCpu[index] ?? 0);
    return (after - (before[index] ?? 0) - ofWrites) / countRuns(result);
  });
  return { result, background, cpu };
}

/** The processor time of one write in the background, at full speed, which is not counted as the reads'. */
export async function measureWrites(bench: Bench): Promise<number[]> {
  await fetchTokens(bench.fixtures, bench.site.port);
  const writes = { ...BACKGROUND.writes, rate: Infinity };
  await runRound(bench, writes, bench.site);
  return (await runRound(bench, writes, bench.site)).cpu;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function summarize(results: LoadResult[]) {
  const latency = createHistogram();
  for (const each of results) if (each.latency.count > 0) latency.add(each.latency);
  return {
    perSecond: median(results.map(({ succeeded, ms }) => (succeeded * 1000) / ms)),
    p50: latency.count > 0 ? latency.percentile(50) / 1000 : NaN,
    p99: latency.count > 0 ? latency.percentile(99) / 1000 : NaN,
    errors: results.flatMap(({ errors }) => errors),
  };
}

/** Measures one scenario, in turns with the bare server, so that other work of the machine affects both. */
export async function measure(bench: Bench, scenario: Scenario, writeCpu: number[]) {
  const { site, bareServer, fixtures, rounds } = bench;
  const { name, budget, rate, statuses } = scenario;
  await fetchTokens(fixtures, site.port);
  if (statuses?.includes(304)) await fetchEtags(fixtures, site.port);
  await runRound(bench, scenario, site);
  const first = await withConnection(site.port, (send) => runOnce(scenario, fixtures, send));
  const [own, bare]: [Round[], Round[]] = [[], []];
  if (budget) {
    await bareServer.imitate(first);
    await runRound(bench, scenario, bareServer);
  }
  while (own.length < rounds) {
    own.push(await runRound(bench, scenario, site, writeCpu));
    if (budget) bare.push(await runRound(bench, scenario, bareServer));
  }
  // At a fixed rate the background has most of the processor time.
  const cpuOf = (all: Round[], index: number) =>
    rate ? NaN : median(all.map(({ cpu }) => cpu[index] ?? NaN));
  return {
    name,
    budget,
    bytes: first.body.length,
    cpu: cpuOf(own, 0),
    bareCpu: cpuOf(bare, 0),
    ratio: cpuOf(bare, 0) / cpuOf(own, 0),
    postgresCpu: cpuOf(own, 1),
    ...summarize(own.map(({ result }) => result)),
    bare: summarize(bare.map(({ result }) => result)),
    background: summarize(own.flatMap(({ background }) => background ?? [])),
  };
}
