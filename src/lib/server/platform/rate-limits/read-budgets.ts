// Rate limits of reads, in memory. Those of logins and writes are the `LIMITS` of each noun (limit-counters.ts).
import { LRUCache } from 'lru-cache';

import type { Ctx } from '#lib/server/platform/context.ts';

import { ipPrefix } from './ip-prefix.ts';
import { rateLimitHeaders } from './limit-counters.ts';

/** A rate: a burst of `capacity`, then a steady rate. */
export interface Rate {
  /** what is counted, as in docs/operations.md */
  what: string;
  capacity: number;
  perSecond: number;
}

interface Bucket {
  /** negative after concurrent use */
  tokens: number;
  /** when the tokens were counted, by the steady clock */
  at: number;
}

// Limits memory: some 10 MB.
const MAX_BUCKETS = 50_000;

// By size, since a cache with a maximum number of entries allocates memory for all of them at once.
const createBuckets = () =>
  new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });

/** Token buckets by key, in memory: for events too frequent to be counted in the database. */
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

  /** @returns the seconds until there are enough tokens; 0 if now */
  retryAfter(key: string, tokens = 1): number {
    const missing = tokens - this.#count(key);
    return missing > 0 ? Math.ceil(missing / this.#rate.perSecond) : 0;
  }

  /**
   * Describes a bucket as a limit of `points` in `seconds`.
   * @returns also the tokens `left`, and the seconds until the bucket is full
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
  /** for all guests of a network: many phones share one IP */
  guest: Rate;
}

/**
 * The limits of reads, which are too frequent to be counted in the database
 * (docs/operations.md, "Limits of the server").
 */
export const BUDGETS = {
  // Rendering a page takes up to 25 ms of processor time.
  pages: {
    name: 'pages',
    member: { what: 'rendered pages of a member', capacity: 300, perSecond: 5 },
    guest: {
      what: "rendered pages of a network's guests, but for cached ones",
      capacity: 600,
      perSecond: 10,
    },
  },
  // A read takes up to 15 ms, usually less than one.
  reads: {
    name: 'reads',
    member: { what: 'reads of the API by a member', capacity: 600, perSecond: 10 },
    guest: { what: "reads of the API by a network's guests", capacity: 1200, perSecond: 20 },
  },
  // Reads and writes; guests are clients with invalid tokens.
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

/** The limit of uploads of a network in megabytes: each takes some 5 ms of processor time. */
export const UPLOADED_MEGABYTES: Rate = {
  what: 'megabytes of forms with files from a network',
  capacity: 100,
  perSecond: 5,
};

/** The read budgets of members, and of the guests of each network. */
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

  /** @returns the seconds until there is a token; 0 if now */
  retryAfter(ctx: Ctx): number {
    const { buckets, key } = this.#bucketOf(ctx);
    return buckets.retryAfter(key);
  }

  take(ctx: Ctx): void {
    const { buckets, key } = this.#bucketOf(ctx);
    buckets.take(key);
  }

  /** @returns the headers with a member's remaining budget; guests must not learn how much others read */
  headersFor(ctx: Ctx): Record<string, string> {
    if (!ctx.viewer) return {};
    const { buckets, key } = this.#bucketOf(ctx);
    const { points, seconds, left, reset } = buckets.describe(key);
    return rateLimitHeaders({ name: this.name, points, seconds }, left, reset);
  }
}
