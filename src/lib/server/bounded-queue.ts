import { rateLimited } from './errors.ts';

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
  const queued = new Map<string, (() => void)[]>();
  let [busy, count] = [0, 0];

  const acquire = (key: string): Promise<void> | void => {
    if (busy < running) return void (busy += 1);
    if (count >= waiting) throw rateLimited(RETRY_SECONDS);
    count += 1;
    return new Promise((resolve) => queued.getOrInsertComputed(key, () => []).push(resolve));
  };

  // The next job takes over the slot, so that no new job can overtake it.
  const release = (): void => {
    const next = queued.entries().next().value;
    if (!next) {
      busy -= 1;
      return;
    }
    const [key, [start, ...others]] = next;
    // A map iterates in the order of insertion: the key's next job is the last in turn.
    queued.delete(key);
    if (others.length > 0) queued.set(key, others);
    count -= 1;
    start?.();
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
