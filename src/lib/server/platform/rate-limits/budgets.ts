import type { Ctx } from '#lib/server/platform/context.ts';

import { ipPrefix } from './ip-prefix.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { type Rate, TokenBuckets } from './token-buckets.ts';

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
