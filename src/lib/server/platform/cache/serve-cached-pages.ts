import type { Services } from '#lib/server/platform/context.ts';
import { hasSessionCookie } from '#lib/server/platform/http/cookies.ts';
import type { Handler } from '#lib/server/platform/http/guard/server.ts';
import { logResponse } from '#lib/server/platform/http/middleware/request-log.ts';
import { securityHeaders } from '#lib/server/platform/http/security-headers.ts';
import { UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';

import { negotiatePage, type PageCache, pageKey } from './page-cache.ts';

/** Sends guests the cached pages; all other requests go on. */
export function serveCachedPages(services: Services, cache: PageCache): Handler {
  const https = services.config.publicUrl.startsWith('https:');
  const hasSession = hasSessionCookie(https);
  const common = securityHeaders(https);
  return async (request, response, next) => {
    const start = performance.now();
    const { cookie, 'save-data': saveData } = request.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || hasSession(cookie ?? '')) return next();
    const page = await cache.get(pageKey(request.url ?? '', cookie, saveData?.toString()));
    if (!page) return next();
    const { status, headers, body } = await negotiatePage(page, request.headers);
    response.writeHead(status, { ...common, ...headers }).end(body);
    const served = { route: UNROUTED.cachedPage, ms: performance.now() - start };
    logResponse(services, status, request.socket, request, served);
  };
}
