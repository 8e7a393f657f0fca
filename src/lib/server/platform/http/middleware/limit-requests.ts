import type { MiddlewareHandler } from 'hono';

import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { rateLimited } from '#lib/server/platform/errors.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { isMultipart } from '#lib/server/platform/http/parse-request.ts';
import { appendDefaultHeaders } from '#lib/server/platform/http/response-headers.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import {
  Budget,
  BUDGETS,
  TokenBuckets,
  UPLOADED_MEGABYTES,
} from '#lib/server/platform/rate-limits/read-budgets.ts';

/** Counts what is running, by key. Keys with a count of zero are removed. */
class Counter<K> {
  readonly #counts = new Map<K, number>();

  get(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: K, delta: number): void {
    const count = this.get(key) + delta;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** Adds the headers of a budget to those of other limits. */
const addHeaders = (c: RequestContext, budget: Budget): void =>
  appendDefaultHeaders(c, budget.headersFor(c.get('ctx')));

/** @throws AppError rate_limited when the budget is used up */
function requireBudget(c: RequestContext, budget: Budget): void {
  const ctx = c.get('ctx');
  const seconds = budget.retryAfter(ctx);
  if (seconds === 0) return;
  addHeaders(c, budget);
  ctx.metrics.countRateLimit(budget.name);
  throw rateLimited(seconds);
}

/**
 * Limits how many pages are rendered for a member, or for the guests of a network. Cached pages do not count.
 * @param now a steady clock, in milliseconds
 */
export function limitRendering(now: () => number): MiddlewareHandler<Env> {
  const budget = new Budget(BUDGETS.pages, now);
  return async (c, next) => {
    const ctx = c.get('ctx');
    requireBudget(c, budget);
    await next();
    const isCached = !ctx.viewer && ctx.cachePolicy !== null && c.req.method === 'GET';
    if (!isCached) budget.take(ctx);
  };
}

const NOT_MODIFIED = 304;

/**
 * Limits how often a member, or the guests of a network, read from the API; writes have other limits. Tokens have a
 * separate limit: a runaway program must not prevent its member from reading.
 * @param now a steady clock, in milliseconds
 */
export function limitApiReads(now: () => number): MiddlewareHandler<Env> {
  const reads = new Budget(BUDGETS.reads, now);
  const tokens = new Budget(BUDGETS.tokens, now);
  return async (c, next) => {
    const isToken = c.get('credential') === 'token';
    if (!isToken && c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const budget = isToken ? tokens : reads;
    requireBudget(c, budget);
    budget.take(c.get('ctx'));
    await next();
    // Polling for notifications must stay fast.
    if (c.res.status !== NOT_MODIFIED) addHeaders(c, budget);
    return undefined;
  };
}

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = MAX_ATTACHMENTS * UPLOAD.maxBytes;

/** The size that a request declares; a chunked body has none. */
function declaredBytes(c: RequestContext): number {
  const length = Number(c.req.header('content-length') ?? 0);
  return c.req.header('transfer-encoding') ? MAX_BYTES : Math.min(length, MAX_BYTES);
}

/**
 * Limits, before they are read, the bytes of forms with files from the members of a network: accepted or not, they
 * take processor time. Guests' forms are not read.
 * @param now a steady clock, in milliseconds
 */
export function limitUploads(now: () => number): MiddlewareHandler<Env> {
  const buckets = new TokenBuckets(UPLOADED_MEGABYTES, now);
  return async (c, next) => {
    const { viewer, ip, metrics } = c.get('ctx');
    if (!viewer || !isMultipart(c.req.header('content-type'))) return next();
    const network = ipPrefix(ip);
    const megabytes = declaredBytes(c) / MEGABYTE;
    const seconds = buckets.retryAfter(network, megabytes);
    if (seconds > 0) {
      metrics.countRateLimit('uploads');
      throw rateLimited(seconds);
    }
    buckets.take(network, megabytes);
    return next();
  };
}

// An upload may occupy 26 MB for minutes. Two, since one may be a retry of the other.
const MAX_CONCURRENT = 2;
const RETRY_SECONDS = 5;

const running = new Counter<string>();

/**
 * Reads an upload, unless two of the same sender are being read.
 * @param sender a member, or the network of a guest
 * @throws AppError rate_limited
 */
export async function inUploadSlot<T>(
  { metrics }: Ctx,
  sender: string,
  read: () => Promise<T>,
): Promise<T> {
  if (running.get(sender) >= MAX_CONCURRENT) {
    metrics.countRateLimit('concurrentUploads');
    throw rateLimited(RETRY_SECONDS);
  }
  running.add(sender, 1);
  try {
    return await read();
  } finally {
    running.add(sender, -1);
  }
}

/**
 * Rejects a member's third concurrent upload before its body is read. Guests pass: their session may have ended.
 * @throws AppError rate_limited
 */
export const limitConcurrentUploads: MiddlewareHandler<Env> = (c, next) => {
  const ctx = c.get('ctx');
  return ctx.viewer ? inUploadSlot(ctx, ctx.viewer.id, next) : next();
};
