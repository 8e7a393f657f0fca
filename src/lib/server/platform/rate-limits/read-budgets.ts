// Limits of reads, in memory. Those of sign-in and of all that is written are the `LIMITS` of each noun (limit-counters.ts).
import { LRUCache } from 'lru-cache';

import type { Ctx } from '#lib/server/platform/context.ts';

import { ipPrefix } from './ip-prefix.ts';
import { rateLimitHeaders } from './limit-counters.ts';

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

// By its size, since a cache with a maximum of entries takes the memory for all of them at once.
const createBuckets = () =>
  new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });

/** A token bucket for each key, in memory: for what is too frequent to be counted in the database. */
export class TokenBuckets {
  readonly #buckets = createBuckets();
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

interface BudgetRates {
  name: string;
  member: Rate;
  /** all guests of a network: many phones share one IP */
  guest: Rate;
}

/** What is read too often to be counted in the database (docs/operations.md, "Limits of the server"). */
export const BUDGETS = {
  // A page takes up to 25 ms of processor time.
  pages: {
    name: 'pages',
    member: { what: 'rendered pages of a member', capacity: 300, perSecond: 5 },
    guest: {
      what: "rendered pages of a network's guests, but for cached ones",
      capacity: 600,
      perSecond: 10,
    },
  },
  // A read takes up to 15 ms, most take less than one.
  reads: {
    name: 'reads',
    member: { what: 'reads of the API by a member', capacity: 600, perSecond: 10 },
    guest: { what: "reads of the API by a network's guests", capacity: 1200, perSecond: 20 },
  },
  // Reads and writes; the guests are those whose tokens do not work.
  tokens: {
    name: 'tokens',
    member: { what: "requests with a member's access tokens", capacity: 300, perSecond: 5 },
    guest: {
      what: 'requests of a network with access tokens that do not work',
      capacity: 120,
      perSecond: 1,
    },
  },
} satisfies Record<string, BudgetRates>;

/** The megabytes of forms with files that a network may send: each takes some 5 ms of processor time. */
export const UPLOADED_MEGABYTES: Rate = {
  what: 'megabytes of forms with files from a network',
  capacity: 100,
  perSecond: 5,
};

/** How much members and the guests of a network may read. */
export class Budget {
  readonly name: string;
  readonly #members: TokenBuckets;
  readonly #guests: TokenBuckets;

  /** @param now a steady clock, in milliseconds */
  constructor({ name, member, guest }: BudgetRates, now: () => number) {
    this.name = name;
    this.#members = new TokenBuckets(member, now);
    this.#guests = new TokenBuckets(guest, now);
  }

  #bucketOf({ viewer, ip }: Ctx) {
    return viewer
      ? { buckets: this.#members, key: viewer.id }
      : { buckets: this.#guests, key: ipPrefix(ip) };
  }

  /** @returns the seconds until there is a token, 0 when there is one */
  retryAfter(ctx: Ctx): number {
    const { buckets, key } = this.#bucketOf(ctx);
    return buckets.retryAfter(key);
  }

  take(ctx: Ctx): void {
    const { buckets, key } = this.#bucketOf(ctx);
    buckets.take(key);
  }

  /** @returns the header fields with what a member has left; guests do not learn how much others read */
  headersFor(ctx: Ctx): Record<string, string> {
    if (!ctx.viewer) return {};
    const { buckets, key } = this.#bucketOf(ctx);
    const { points, seconds, left, reset } = buckets.describe(key);
    return rateLimitHeaders({ name: this.name, points, seconds }, left, reset);
  }
}
