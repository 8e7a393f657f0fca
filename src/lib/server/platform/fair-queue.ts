import { rateLimited } from './errors.ts';

/** Items that wait, by key: the keys take turns, and the items of each are first in, first out. */
export class RoundRobin<T> {
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, item: T): void {
    this.#waiting.getOrInsertComputed(key, () => []).push(item);
    this.#size += 1;
  }

  /** Removes an item that need not wait any more. @returns whether it still waited */
  remove(key: string, item: T): boolean {
    const items = this.#waiting.get(key);
    const at = items?.indexOf(item) ?? -1;
    if (!items || at === -1) return false;
    items.splice(at, 1);
    this.#size -= 1;
    if (items.length === 0) this.#waiting.delete(key);
    return true;
  }

  /** @returns the next item, which no longer waits */
  take(): T | undefined {
    const next = this.#waiting.entries().next().value;
    if (!next) return undefined;
    const [key, items] = next;
    const item = items.shift();
    this.#size -= 1;
    // A map iterates in the order of insertion: the key's next item is the last in turn.
    this.#waiting.delete(key);
    if (items.length > 0) this.#waiting.set(key, items);
    return item;
  }
}

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

/** Whose an item is, and how much work compared to other items. */
interface Share {
  key?: string;
  cost?: number;
}

/**
 * Items that wait, fair by work and not by number (self-clocked fair queueing): an item waits behind the work that its
 * key has had and requested. Small items go before the large ones of others, which they cannot keep waiting for ever.
 * The items of a key are first in, first out.
 */
class FairQueue<T> {
  readonly #waiting: { item: T; finish: number }[] = [];
  /** how much work each key has had when its last item is done */
  readonly #finishes = new Map<string, number>();
  /** the finish of the item taken last: who was away has saved nothing */
  #clock = 0;

  get size(): number {
    return this.#waiting.length;
  }

  add(item: T, { key = '', cost = 1 }: Share): void {
    const finish = Math.max(this.#clock, this.#finishes.get(key) ?? 0) + cost;
    this.#finishes.set(key, finish);
    this.#waiting.push({ item, finish });
  }

  /** @returns the next item, which no longer waits */
  take(): T | undefined {
    const [next] = this.#waiting.toSorted((a, b) => a.finish - b.finish);
    if (!next) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#clock = next.finish;
    for (const [key, finish] of this.#finishes)
      if (finish <= this.#clock) this.#finishes.delete(key);
    return next.item;
  }
}
