import type { MiddlewareHandler } from 'hono';

import { rateLimited } from '#lib/server/platform/errors.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { appendDefaultHeaders } from '#lib/server/platform/http/security-headers.ts';
import { Budget, BUDGETS } from '#lib/server/platform/rate-limits/budgets.ts';

/** Adds the headers of a budget to those that other limits have. */
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
 * Limits how many pages are rendered for a member, and for the guests of a network. A page that is cached for other
 * guests does not count.
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
 * Limits how often a member, and the guests of a network, read from the API; writes have limits of their own. All that
 * tokens do has a limit apart: a program that goes wild does not keep its member from reading.
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
    // A poll for notifications must remain fast.
    if (c.res.status !== NOT_MODIFIED) addHeaders(c, budget);
    return undefined;
  };
}
