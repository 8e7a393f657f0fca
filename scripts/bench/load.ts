import { once } from 'node:events';
import { createHistogram } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

import type { World } from './case.ts';
import type { Order, Outcome } from './load-worker.ts';

/** What one case is loaded with. */
export interface Task {
  name: string;
  world: World;
  connections: number;
}

/** The threads that load servers, kept over the whole run so that they are warm. */
export class Load {
  readonly #workers: Worker[];

  /** @param threads how many */
  constructor(threads: number) {
    const script = new URL('load-worker.ts', import.meta.url);
    this.#workers = Array.from({ length: threads }, () => new Worker(script));
  }

  /**
   * Loads a server, all threads at once.
   * @param port where it listens
   * @param ms how long
   */
  async run({ name, world, connections }: Task, port: number, ms: number): Promise<Outcome> {
    const workers = this.#workers.slice(0, connections);
    const outcomes = await Promise.all(
      workers.map((worker, turn) => {
        const order: Order = {
          name,
          port,
          ms,
          world: shareOf(world, turn, workers.length),
          connections: Math.ceil((connections - turn) / workers.length),
        };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(order);
        return once(worker, 'message') as Promise<[Outcome]>;
      }),
    );
    return merge(outcomes.map(([outcome]) => outcome));
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** A thread's own members and posts, so that two threads never press the same member's limits. */
function shareOf(world: World, turn: number, of: number): World {
  const mine = <T>(all: T[]) => all.filter((_, at) => at % of === turn);
  return { ...world, members: mine(world.members), posts: mine(world.posts) };
}

/** @returns several outcomes of the same time as one */
function merge(outcomes: Outcome[]): Outcome {
  const all: Outcome = { good: 0, faults: [], ms: 0, times: createHistogram() };
  for (const { good, faults, ms, times } of outcomes) {
    all.good += good;
    all.faults.push(...faults);
    all.ms = Math.max(all.ms, ms);
    if (times.count > 0) all.times.add(times);
  }
  return all;
}
