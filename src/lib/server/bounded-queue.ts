import { rateLimited } from './errors.ts';

// ASVS 15.2.2: expensive work is bounded.
const RETRY_SECONDS = 5;

/** Runs a job when there is capacity. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * @param limits `running` jobs at a time; `waiting` jobs queued behind them, first in, first out
 * @returns a function that runs a job, or rejects with `rate_limited` when the queue is full
 */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const queued: (() => void)[] = [];
  let busy = 0;

  const acquire = (): Promise<void> | void => {
    if (busy < running) return void (busy += 1);
    if (queued.length >= waiting) throw rateLimited(RETRY_SECONDS);
    return new Promise((resolve) => queued.push(resolve));
  };

  // The next job takes over the slot, so that no new job can overtake it.
  const release = () => {
    const next = queued.shift();
    if (next) next();
    else busy -= 1;
  };

  return async (job) => {
    await acquire();
    try {
      return await job();
    } finally {
      release();
    }
  };
}
