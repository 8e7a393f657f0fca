import type { MiddlewareHandler } from 'hono';

import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { hashContent } from '#lib/server/platform/http/etag.ts';
import { offlineCache } from '#lib/server/platform/http/offline-header.ts';
import { NO_CACHE } from '#lib/server/platform/http/security-headers.ts';
import { UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';

import { type CachedPage, negotiatePage, type PageCache, pageKey } from './page-cache.ts';

/** @returns the response as a page to store, or null when it is not for other guests */
async function toCachedPage(c: RequestContext): Promise<CachedPage | null> {
  const { cachePolicy: policy, viewer } = c.get('ctx');
  const { status, headers } = c.res;
  if (!policy || viewer || status !== 200 || headers.has('set-cookie')) return null;
  const identity = Buffer.from(await c.res.arrayBuffer());
  // Weak, since the page has one for all its encodings.
  const etag = `W/"${hashContent(identity)}"`;
  const vary = 'accept-encoding, cookie, save-data';
  const all = { ...Object.fromEntries(headers), ...NO_CACHE, ...offlineCache(headers), vary, etag };
  return { headers: all, etag, bodies: { identity }, policy };
}

/** Stores the guest pages that request it with `cachePage`; `serveCachedPages` sends them. */
export function storePages(cache: PageCache): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method } = c.req;
    // Also a browser whose session has ended is a guest's.
    if (!(method === 'GET' || method === 'HEAD') || c.get('ctx').viewer) return next();
    const url = c.req.url.slice(c.req.url.indexOf('/', 'https://'.length));
    const key = pageKey(url, c.req.header('cookie'), c.req.header('save-data'));
    let isRendered = false;
    const render = async () => {
      isRendered = true;
      await next();
      return toCachedPage(c);
    };
    // The response to HEAD has no body to store.
    let page = await (method === 'HEAD' ? cache.get(key) : cache.getOrRender(key, render));
    if (!page && !isRendered) await next();
    else if (!isRendered) c.set('route', UNROUTED.cachedPage);
    // While the database is away, guests see the page as it was.
    if (!page && c.res.status === 503) page = cache.getStale(key);
    if (page) {
      // Or Hono would merge the headers of the error.
      c.res = undefined;
      const { body, ...init } = await negotiatePage(page, {
        'if-none-match': c.req.header('if-none-match'),
        'accept-encoding': c.req.header('accept-encoding'),
      });
      c.res = new Response(body, init);
    }
  };
}
