import type { Case } from './case.ts';
import { POLLS } from './cases.ts';
import { type Bench, percentiles, write } from './measure.ts';
import { equip } from './tokens.ts';

/** How a thousand members who look for notifications were answered. */
export interface Polling {
  title: string;
  /** looks and writes, a second */
  looks: number;
  writes: number;
  /** milliseconds */
  p50: number;
  p99: number;
  /** looks and writes that went wrong */
  bad: number;
}

const ROUNDS = 4;
const SECOND = 1000;

async function poll(bench: Bench, what: Case): Promise<Polling> {
  const { title, name, every = 0, connections = 1 } = what;
  const world = await equip(bench.world, what);
  const ms = ROUNDS * every;
  const [looks, writes] = await Promise.all([
    bench.load.run({ name, world, connections }, bench.site.port, ms),
    write(bench, ms),
  ]);
  return {
    title,
    looks: (looks.good / ms) * SECOND,
    writes: (writes.good / ms) * SECOND,
    ...percentiles(looks.times),
    bad: looks.bad + writes.bad,
  };
}

/** Lets members look for notifications while others write, and tells how it went. */
export async function runPolling(bench: Bench): Promise<Polling[]> {
  const all: Polling[] = [];
  for (const each of POLLS) all.push(await poll(bench, each));
  return all;
}
