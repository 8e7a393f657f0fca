import { type Ask, send } from './ask.ts';
import type { Case } from './case.ts';
import { POLLS } from './cases.ts';
import { type Bench, percentiles, write } from './measure.ts';
import { looks } from './reads.ts';
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
  /** the same of a bare server, to which nobody writes */
  bare: { p50: number; p99: number };
  /** of each look and write that went wrong, how */
  faults: string[];
}

const ROUNDS = 4;
const SECOND = 1000;

async function poll(bench: Bench, what: Case): Promise<Polling> {
  const { load, site, bare } = bench;
  const { title, name, every = 0, connections = 1 } = what;
  const world = await equip(bench.world, what);
  const ms = ROUNDS * every;
  const task = { name, world, connections };
  const [looked, written] = await Promise.all([load.run(task, site.port, ms), write(bench, ms)]);
  const [look] = looks(world, true);
  await bare.imitate(await send(look as Ask, world.port));
  const { times } = await load.run(task, bare.port, ms);
  return {
    title,
    looks: (looked.good / ms) * SECOND,
    writes: (written.good / ms) * SECOND,
    ...percentiles(looked.times),
    bare: percentiles(times),
    faults: [...looked.faults, ...written.faults],
  };
}

/** Lets members look for notifications while others write, and tells how it went. */
export async function runPolling(bench: Bench): Promise<Polling[]> {
  const all: Polling[] = [];
  for (const each of POLLS) all.push(await poll(bench, each));
  return all;
}
