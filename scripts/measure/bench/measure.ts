import { createHistogram } from 'node:perf_hooks';

import { usageOf } from '#scripts/lib/processes.ts';

import { withDatabase } from './database.ts';
import { replaceAlerts } from './dataset-listings.ts';
import { replaceReadHistory } from './dataset-notifications.ts';
import { fetchEtags, type Fixtures, renewTokens } from './fixtures.ts';
import type { Recording, startFloor } from './floor.ts';
import { load, type LoadResult } from './load.ts';
import { BACKGROUND, hasFloor, type Scenario } from './scenarios.ts';
import { type Site, waitUntilAtRest } from './site.ts';

/** The servers to measure, and options. */
export interface Bench {
  site: Site;
  floor: Awaited<ReturnType<typeof startFloor>>;
  /** the URL or the file of the site's database */
  database: string;
  fixtures: Fixtures;
  /** the main process of Postgres on this machine */
  postgres: number | undefined;
  /** the site's processor time for one background write, measured alone, in microseconds */
  writeCpu: number;
  /** duration of a round */
  seconds: number;
  rounds: number;
}

/** The figures of a scenario. Latencies are in milliseconds, processor times per run in microseconds. */
export type Row = Awaited<ReturnType<typeof measure>>;

type Round = Awaited<ReturnType<typeof runRound>>;

/**
 * Loads a server once.
 * @param others what other members do at the same time
 * @returns processor time of the server and of Postgres per successful run, including background requests; that of
 * the server without them; and the server's share of one processor
 */
async function runRound(
  bench: Bench,
  scenario: Scenario,
  { child, port }: Site | Bench['floor'],
  others: Scenario | null,
) {
  const { fixtures, postgres, seconds } = bench;
  const usage = () => [child.pid, postgres].map((pid) => usageOf(pid).cpuMs);
  const [before, start] = [usage(), performance.now()];
  const [result, background] = await Promise.all([
    load(scenario, fixtures, port, seconds * 1000),
    others ? load(others, fixtures, port, seconds * 1000) : null,
  ]);
  const used = usage().map((after, index) => after - (before[index] ?? 0));
  const cpu = used.map((ms) => (ms * 1000) / result.succeeded);
  const othersCpu = ((background?.succeeded ?? 0) * bench.writeCpu) / result.succeeded;
  const busy = (used[0] ?? NaN) / (performance.now() - start);
  return { result, background, cpu, ownCpu: (cpu[0] ?? NaN) - othersCpu, busy };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function summarize(results: LoadResult[]) {
  const latency = createHistogram();
  for (const each of results) if (each.latency.count > 0) latency.add(each.latency);
  const unchanged = sum(results.map((each) => each.unchanged));
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    unchanged: unchanged / sum(results.map(({ succeeded }) => succeeded)),
    p50: latency.count > 0 ? latency.percentile(50) / 1000 : NaN,
    p99: latency.count > 0 ? latency.percentile(99) / 1000 : NaN,
    errors: results.flatMap(({ errors }) => errors),
  };
}

/** The site's processor time for one background write, at their usual rate, in microseconds. */
export async function measureWrites(bench: Omit<Bench, 'writeCpu'>): Promise<number> {
  renewTokens(bench.fixtures);
  const alone = { ...bench, writeCpu: 0 };
  await runRound(alone, BACKGROUND.writes, bench.site, null);
  const { cpu } = await runRound(alone, BACKGROUND.writes, bench.site, null);
  return cpu[0] ?? NaN;
}

const othersOf = ({ background }: Scenario) => (background ? BACKGROUND[background] : null);

/** Warms up tokens, caches and compiled code. */
async function warmUp(bench: Bench, scenario: Scenario, recording: Recording): Promise<void> {
  const { site, floor, fixtures } = bench;
  renewTokens(fixtures);
  if (scenario.statuses?.includes(304)) await fetchEtags(fixtures, site.port);
  await runRound(bench, scenario, site, othersOf(scenario));
  if (!hasFloor(scenario)) return;
  await floor.imitate(recording);
  await runRound(bench, scenario, floor, null);
}

/** Changes the data set for a scenario that needs it. */
async function prepareData({ database, fixtures }: Bench, scenario: Scenario): Promise<void> {
  const { alerts, readNotifications } = scenario;
  if (alerts !== undefined) await withDatabase(database, (each) => replaceAlerts(each, alerts));
  const { id } = fixtures.notified;
  if (readNotifications)
    await withDatabase(database, (each) => replaceReadHistory(each, id, readNotifications));
}

/**
 * Loads the site with and without background writes, and the floor, in turns, as other work of the machine affects all.
 */
async function runRounds(bench: Bench, scenario: Scenario) {
  const [own, alone, floor]: [Round[], Round[], Round[]] = [[], [], []];
  const others = othersOf(scenario);
  await bench.floor.takeCommitCpu();
  while (own.length < bench.rounds) {
    own.push(await runRound(bench, scenario, bench.site, others));
    if (!hasFloor(scenario)) continue;
    alone.push(others ? await runRound(bench, scenario, bench.site, null) : (own.at(-1) as Round));
    floor.push(await runRound(bench, scenario, bench.floor, null));
  }
  return { own, alone, floor, commitCpu: await bench.floor.takeCommitCpu() };
}

/** Measures a scenario. @param recording its statements on the site */
export async function measure(bench: Bench, scenario: Scenario, recording: Recording) {
  const { name, budget, mostCpu, rate, statuses, limit } = scenario;
  // At a rate, work left by earlier scenarios would dominate the measurement.
  if (rate !== undefined) await waitUntilAtRest(bench.site.child.pid);
  await prepareData(bench, scenario);
  await warmUp(bench, scenario, recording);
  const { own, alone, floor, commitCpu } = await runRounds(bench, scenario);
  // At a fixed rate, the background uses most of the processor time.
  const isBackgrounds = rate !== undefined && scenario.background !== undefined;
  const cpuOf = (all: Round[], index: number) =>
    isBackgrounds ? NaN : median(all.map(({ cpu }) => cpu[index] ?? NaN));
  const readCpu = isBackgrounds ? NaN : median(own.map(({ ownCpu }) => ownCpu));
  const summary = summarize(own.map(({ result }) => result));
  return {
    name,
    budget,
    mostCpu,
    limit,
    bytes: recording.typical.body.length,
    statements: recording.requests[0]?.length ?? 0,
    cpu: cpuOf(own, 0),
    /** without the writes */
    readCpu,
    aloneCpu: cpuOf(alone, 0),
    floorCpu: cpuOf(floor, 0),
    /** part of the floor's processor time: the commit to disk */
    commitCpu,
    readRatio: cpuOf(floor, 0) / readCpu,
    ratio: cpuOf(floor, 0) / cpuOf(alone, 0),
    postgresCpu: cpuOf(own, 1),
    busy: median(own.map(({ busy }) => busy)),
    ...summary,
    unchanged: statuses?.includes(304) ? summary.unchanged : NaN,
    background: summarize(own.flatMap(({ background }) => background ?? [])),
    othersRate: scenario.background ? BACKGROUND[scenario.background].rate : undefined,
  };
}
