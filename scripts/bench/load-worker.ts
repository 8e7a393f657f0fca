// A thread that loads a server: it is told a case, how long and over how many connections, and tells how it went.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';

import { CASES, type World } from './cases.ts';
import { Line, type Next } from './line.ts';
import { visitsOf } from './visits.ts';

/** What a thread is told to do. */
export interface Order {
  name: string;
  world: World;
  port: number;
  ms: number;
  connections: number;
}

/** How it went. */
export interface Outcome {
  good: number;
  bad: number;
  /** how long it took, all in all, milliseconds */
  ms: number;
  /** of the good visits, microseconds */
  times: RecordableHistogram;
}

const MICROSECONDS = 1000;
const GRACE_MS = 2000;

async function load({ name, world, port, ms, connections }: Order): Promise<Outcome> {
  const visit = visitsOf(
    CASES.find((each) => each.name === name),
    world,
  );
  const outcome: Outcome = { good: 0, bad: 0, ms: 0, times: createHistogram() };
  const began = performance.now();
  const until = began + ms;
  const next: Next = (ended) => {
    if (ended?.good) {
      outcome.good += 1;
      outcome.times.record(Math.max(1, Math.round(ended.ms * MICROSECONDS)));
    } else if (ended) outcome.bad += 1;
    outcome.ms = performance.now() - began;
    return performance.now() < until ? visit() : null;
  };
  const lines = Array.from({ length: connections }, () => new Line(port, next));
  const timer = setTimeout(() => lines.forEach((line) => line.end()), ms + GRACE_MS);
  await Promise.all(lines.map((line) => line.closed.promise));
  clearTimeout(timer);
  return outcome;
}

parentPort?.on('message', (order: Order) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void load(order).then((outcome) => parentPort?.postMessage(outcome));
});
