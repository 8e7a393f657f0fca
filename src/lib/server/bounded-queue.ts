import { rateLimited } from './errors.ts';

// ASVS 15.2.2: costly work is bounded, and more of it is rejected.
const RETRY_SECONDS = 5;

/** Runs a job as soon as a place is free, and answers what the job answers. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Bounds how much costly work runs at once.
 * @param limits `running` jobs at the same time; `waiting` jobs in line behind them, first in, first out
 * @returns a function that runs a job in its turn; it rejects with `rate_limited` when the queue is full
 */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const queued: (() => void)[] = [];
  let busy = 0;

  const acquire = (): Promise<void> | void => {
    if (busy < running) return void (busy += 1);
    if (queued.length >= waiting) throw rateLimited(RETRY_SECONDS);
    return new Promise((resolve) => queued.push(resolve));
  };

  // A place is handed to the next in line, never freed in between: nobody can jump the queue.
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
