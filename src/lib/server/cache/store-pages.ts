import type { MiddlewareHandler } from 'hono';

import { NO_CACHE, setDefaultHeaders } from '#lib/server/http/default-headers.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { hashContent } from '#lib/server/http/etag.ts';
import { offlineCache } from '#lib/server/http/offline-header.ts';

import { type CachedPage, type PageCache, pageKey } from './page-cache.ts';
import { negotiatePage } from './page-response.ts';

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

/**
 * Stores the guest pages that ask for it with `cachePage`; `serveCachedPages` sends them.
 * @param hasSession whether a Cookie header has a session
 */
export function storePages(
  cache: PageCache,
  hasSession: (cookies: string) => boolean,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const cookie = c.req.header('cookie');
    if (c.req.method !== 'GET' || hasSession(cookie ?? '')) {
      await next();
      const { cachePolicy, viewer } = c.get('ctx');
      // The session has expired: the browser is a guest's.
      if (cachePolicy && !viewer) setDefaultHeaders(c, offlineCache(c.res.headers));
      return;
    }
    const url = c.req.url.slice(c.req.url.indexOf('/', 'https://'.length));
    let isRendered = false;
    const page = await cache.getOrRender(
      pageKey(url, cookie, c.req.header('save-data')),
      async () => {
        isRendered = true;
        await next();
        return toCachedPage(c);
      },
    );
    if (page) {
      const { body, ...init } = await negotiatePage(page, {
        'if-none-match': c.req.header('if-none-match'),
        'accept-encoding': c.req.header('accept-encoding'),
      });
      c.res = new Response(body, init);
    } else if (!isRendered) await next();
  };
}
