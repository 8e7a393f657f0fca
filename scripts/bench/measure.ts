import type { ChildProcess } from 'node:child_process';
import type { Histogram } from 'node:perf_hooks';

import { type Reply, send } from './ask.ts';
import type { Bare } from './bare.ts';
import type { Case, World } from './case.ts';
import type { Outcome } from './load-worker.ts';
import type { Load, Task } from './load.ts';
import { cpuTimeOf, memoryOf } from './processes.ts';
import type { Site } from './site.ts';
import { equip } from './tokens.ts';
import { WRITES } from './writes.ts';

/** What came of a case. */
export interface Row {
  what: Case;
  /** why there is nothing to tell */
  absent?: string;
  /** visits a second, the median of the rounds */
  perSecond: number;
  /** the same of a bare server, where one was compared */
  bare: number | null;
  /** processor time a visit, microseconds: steadier than the rate on a busy machine; null where nobody tells */
  cpu: number | null;
  /** the same of a bare server */
  bareCpu: number | null;
  /** milliseconds */
  p50: number;
  p99: number;
  /** of each visit that went wrong, how */
  faults: string[];
  /** of an answer's body, bytes */
  bytes: number;
  /** MB, after the load */
  memory: number;
}

/** What measures. */
export interface Bench {
  site: Site;
  bare: Bare;
  load: Load;
  /** makes what is written beside a case */
  writing: Load;
  world: World;
  seconds: number;
  connections: number;
}

const OK = 200;
const ROUNDS = 3;
const WARM_UP_MS = 700;
// What the engine has compiled well costs half of what it has not: it takes thousands of visits to get there.
const WARM_VISITS = 8000;
const WARMEST_MS = 3500;
const SECOND = 1000;
const PERCENTILES = [50, 99] as const;

/** @returns the middle one */
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rateOf = ({ good, ms }: Outcome) => (good / ms) * SECOND;

/** Asks once, to see what is answered. @returns null for a case of several requests */
async function sample(world: World, { asks }: Case): Promise<Reply | null> {
  const [first] = asks?.(world) ?? [];
  return first ? send(first, world.port) : null;
}

/** What one server did in all rounds of a case. */
interface Run {
  server: { child: ChildProcess; port: number };
  outcomes: Outcome[];
  /** processor time, milliseconds */
  cpu: number | null;
}

/** Writes to the site for a time. */
export async function write({ writing, world, site }: Bench, ms: number): Promise<Outcome> {
  const { name, connections = 1 } = WRITES;
  return writing.run({ name, world: await equip(world, WRITES), connections }, site.port, ms);
}

async function round(bench: Bench, run: Run, what: Case, task: Task, ms: number) {
  const { child, port } = run.server;
  const before = cpuTimeOf(child);
  const isBeside = what.beside && child === bench.site.child;
  const [outcome, writes] = await Promise.all([
    bench.load.run(task, port, ms),
    isBeside ? write(bench, ms) : null,
  ]);
  run.outcomes.push({ ...outcome, faults: [...outcome.faults, ...(writes?.faults ?? [])] });
  const after = cpuTimeOf(child);
  if (run.cpu !== null && before !== null && after !== null) run.cpu += after - before;
  else run.cpu = null;
}

async function warmUp(load: Load, task: Task, port: number): Promise<void> {
  const until = performance.now() + WARMEST_MS;
  for (let visits = 0; visits < WARM_VISITS && performance.now() < until;) {
    const { good, faults } = await load.run(task, port, WARM_UP_MS);
    visits += good + faults.length;
    // What goes wrong does not get better by repeating.
    if (faults.length > good) return;
  }
}

/** Loads the servers in turns, so that what else the machine does falls on both. */
async function rounds(bench: Bench, what: Case, world: World, compared: boolean): Promise<Run[]> {
  const { site, bare, load } = bench;
  const connections = Math.min(what.connections ?? Infinity, bench.connections);
  const servers = compared ? [site, bare] : [site];
  const runs: Run[] = servers.map((server) => ({ server, outcomes: [], cpu: 0 }));
  const task = { name: what.name, world, connections };
  // What makes rows is not repeated longer than needed: members may only do so much of it.
  for (const { port } of servers)
    await (what.asks && !what.changes
      ? warmUp(load, task, port)
      : load.run(task, port, WARM_UP_MS));
  const ms = (bench.seconds * SECOND) / ROUNDS;
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const run of runs) await round(bench, run, what, task, ms);
  return runs;
}

const rate = (run: Run | undefined) => (run ? median(run.outcomes.map(rateOf)) : null);

function cpuPerVisit(run: Run | undefined): number | null {
  if (!run || run.cpu === null) return null;
  const visits = run.outcomes.reduce((all, { good, faults }) => all + good + faults.length, 0);
  return visits > 0 ? (run.cpu * SECOND) / visits : null;
}

/** @param times microseconds @returns milliseconds */
export function percentiles(times: Histogram | undefined): { p50: number; p99: number } {
  const [p50 = 0, p99 = 0] = PERCENTILES.map((each) => (times?.percentile(each) ?? 0) / SECOND);
  return { p50, p99 };
}

function sum(outcomes: Outcome[]): Pick<Row, 'p50' | 'p99' | 'faults'> {
  const [first, ...others] = outcomes.map(({ times }) => times);
  for (const other of others) if (other.count > 0) first?.add(other);
  return { ...percentiles(first), faults: outcomes.flatMap(({ faults }) => faults) };
}

/** Measures one case. */
export async function measure(bench: Bench, what: Case): Promise<Row> {
  const world = await equip(bench.world, what);
  const reply = await sample(world, what);
  const row = {
    what,
    perSecond: 0,
    bare: null,
    cpu: null,
    bareCpu: null,
    p50: 0,
    p99: 0,
    faults: [],
    bytes: 0,
    memory: 0,
  };
  if (reply && reply.status !== (what.expects ?? OK))
    return { ...row, absent: `answers ${reply.status}` };
  const compared = what.budget !== undefined || what.compared === true;
  if (reply && compared) await bench.bare.imitate(reply);
  const [own, other] = await rounds(bench, what, world, compared);
  return {
    what,
    ...sum(own?.outcomes ?? []),
    perSecond: rate(own) ?? 0,
    bare: rate(other),
    cpu: cpuPerVisit(own),
    bareCpu: cpuPerVisit(other),
    bytes: reply?.body.length ?? 0,
    memory: memoryOf(bench.site.child),
  };
}
