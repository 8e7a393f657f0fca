import { LRUCache } from 'lru-cache';

/** How fast something may be done: `capacity` times at once, and then so often. */
export interface Rate {
  /** what is counted, as in docs/operations.md */
  what: string;
  capacity: number;
  perSecond: number;
}

interface Bucket {
  /** below 0 when several were taken at the same time */
  tokens: number;
  /** when they were counted, by the steady clock */
  at: number;
}

// Limits memory: some 10 MB.
const MAX_BUCKETS = 50_000;

/** A token bucket for each key, in memory: for what is too frequent to be counted in the database. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  readonly #rate: Rate;
  readonly #now: () => number;

  /** @param now a steady clock, in milliseconds */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  #count(key: string): number {
    const { capacity, perSecond } = this.#rate;
    const bucket = this.#buckets.get(key);
    if (!bucket) return capacity;
    const seconds = (this.#now() - bucket.at) / 1000;
    return Math.min(capacity, bucket.tokens + seconds * perSecond);
  }

  /** @returns the seconds until there are so many tokens, 0 when there are */
  retryAfter(key: string, tokens = 1): number {
    const missing = tokens - this.#count(key);
    return missing > 0 ? Math.ceil(missing / this.#rate.perSecond) : 0;
  }

  /**
   * Describes a bucket as a limit of `points` in `seconds`.
   * @returns also how many are `left`, and the seconds until it is full
   */
  describe(key: string) {
    const { capacity, perSecond } = this.#rate;
    const tokens = this.#count(key);
    return {
      points: capacity,
      seconds: capacity / perSecond,
      left: Math.max(0, Math.floor(tokens)),
      reset: Math.ceil((capacity - tokens) / perSecond),
    };
  }

  take(key: string, tokens = 1): void {
    this.#buckets.set(key, { tokens: this.#count(key) - tokens, at: this.#now() });
  }
}
