// A thread that loads a server: it is told a case, how long and over how many connections, and tells how it went.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

import type { Case, World } from './case.ts';
import { caseOf } from './cases.ts';
import { Line, type Next, type Visit } from './line.ts';
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
  /** of each bad one, what went wrong */
  faults: string[];
  /** how long it took, all in all, milliseconds */
  ms: number;
  /** of the good visits, microseconds */
  times: RecordableHistogram;
}

const MICROSECONDS = 1000;
// A photograph waits for those before it.
const GRACE_MS = 10_000;
// All connections are open by then.
const GATHERED_MS = 1000;

/** When each line may go on: at once, or as often as the case says. */
function paceOf({ every, together }: Case, lines: number) {
  const began = performance.now();
  let line = 0;
  return () => {
    if (!every) return null;
    const first = together ? GATHERED_MS : (every * line++) / lines;
    let due = began + first - every;
    return () => (due += every);
  };
}

/** Ends lines that are still open after their time. */
async function untilClosed(lines: Line[], ms: number): Promise<void> {
  const timer = setTimeout(() => lines.forEach((line) => line.end()), ms + GRACE_MS);
  await Promise.all(lines.map((line) => line.closed.promise));
  clearTimeout(timer);
}

async function load({ name, world, port, ms, connections }: Order): Promise<Outcome> {
  const what = caseOf(name);
  if (!what) throw new Error(`There is no case ${name}.`);
  const visit = visitsOf(what, world);
  const pace = paceOf(what, connections);
  const outcome: Outcome = { good: 0, faults: [], ms: 0, times: createHistogram() };
  const began = performance.now();
  const until = began + ms;
  const goOn = (): Visit | null => (performance.now() < until ? visit() : null);
  const lineOf = () => {
    const due = pace();
    const next: Next = (ended) => {
      if (ended?.fault) outcome.faults.push(ended.fault);
      else if (ended) {
        outcome.good += 1;
        outcome.times.record(Math.max(1, Math.round(ended.ms * MICROSECONDS)));
      }
      outcome.ms = performance.now() - began;
      if (!due) return goOn();
      const at = Math.min(due(), until);
      return pause(Math.max(0, at - performance.now())).then(goOn);
    };
    return new Line(port, next);
  };
  await untilClosed(Array.from({ length: connections }, lineOf), ms);
  return outcome;
}

parentPort?.on('message', (order: Order) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void load(order).then((outcome) => parentPort?.postMessage(outcome));
});
