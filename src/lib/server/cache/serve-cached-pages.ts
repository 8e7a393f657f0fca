import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Services } from '#lib/server/context.ts';
import { hasSessionCookie } from '#lib/server/http/cookies.ts';
import { negotiate } from '#lib/server/http/encoding.ts';
import { matchesEtag } from '#lib/server/http/etag.ts';
import { logResponse } from '#lib/server/http/middleware/request-log.ts';
import type { Handler } from '#lib/server/http/request-listener.ts';
import { securityHeaders } from '#lib/server/http/security-headers.ts';

import { type CachedPage, encodedBody, type PageCache, pageKey } from './page-cache.ts';

async function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  if (matchesEtag(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = negotiate(request.headers['accept-encoding']);
  const body = await encodedBody(page, encoding);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  response.writeHead(200, headers).end(body);
}

/** Sends guests the cached pages; all other requests go on. */
export function serveCachedPages(services: Services, cache: PageCache): Handler {
  const https = services.config.publicUrl.startsWith('https:');
  const hasSession = hasSessionCookie(https);
  const common = securityHeaders(https);
  return async (request, response, next) => {
    const { cookie, 'save-data': saveData } = request.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || hasSession(cookie ?? '')) return next();
    const page = await cache.get(pageKey(request.url ?? '', cookie, saveData?.toString()));
    if (!page) return next();
    await sendPage(page, request, response, { ...common, ...page.headers });
    logResponse(services, response.statusCode, request.socket, request);
  };
}
