import { rateLimited } from './errors.ts';
import { FairQueue, type Share } from './fair-queue.ts';

// ASVS 15.2.2: expensive work is bounded.
const RETRY_SECONDS = 5;

/** Runs a job when it is its turn. @param share whose it is, and how much work: those who wait share the work */
export type Queue = <T>(job: () => Promise<T>, share?: Share) => Promise<T>;

/**
 * @param limits `running` jobs at a time; `waiting` jobs queued behind them, as `FairQueue` has them
 * @returns a function that runs a job, or rejects with `rate_limited` when the queue is full
 */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const queued = new FairQueue<() => void>();
  let busy = 0;

  // Also what runs at once counts as its key's work.
  const acquire = (share: Share): Promise<void> => {
    if (busy >= running && queued.size >= waiting) throw rateLimited(RETRY_SECONDS);
    return new Promise((start) => {
      queued.add(start, share);
      if (busy >= running) return;
      busy += 1;
      queued.take()?.();
    });
  };

  // The next job takes over the slot, so that no new job can overtake it.
  const release = (): void => {
    const start = queued.take();
    if (start) start();
    else busy -= 1;
  };

  return async (job, share = {}) => {
    await acquire(share);
    try {
      return await job();
    } finally {
      release();
    }
  };
}
