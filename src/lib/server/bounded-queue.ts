import { rateLimited } from './errors.ts';
import { RoundRobin } from './round-robin.ts';

// ASVS 15.2.2: expensive work is bounded.
const RETRY_SECONDS = 5;

/** Runs a job when it is its turn. @param key whose it is: those who wait take turns */
export type Queue = <T>(job: () => Promise<T>, key?: string) => Promise<T>;

/**
 * @param limits `running` jobs at a time; `waiting` jobs queued behind them. Of each key one runs, then the next of each;
 *   those of a key are first in, first out
 * @returns a function that runs a job, or rejects with `rate_limited` when the queue is full
 */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const queued = new RoundRobin<() => void>();
  let busy = 0;

  const acquire = (key: string): Promise<void> | void => {
    if (busy < running) return void (busy += 1);
    if (queued.size >= waiting) throw rateLimited(RETRY_SECONDS);
    return new Promise((resolve) => queued.add(key, resolve));
  };

  // The next job takes over the slot, so that no new job can overtake it.
  const release = (): void => {
    const start = queued.take();
    if (start) start();
    else busy -= 1;
  };

  return async (job, key = '') => {
    await acquire(key);
    try {
      return await job();
    } finally {
      release();
    }
  };
}
