import type { IncomingMessage } from 'node:http';
import { type BlockList, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

import type { Ctx, Services } from '#lib/server/platform/context.ts';
import {
  clientIp,
  isTrustedProxy,
  peerOf,
  resolveClientIp,
} from '#lib/server/platform/http/client-ip.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { abortStatus, HEALTH_PATHS } from '#lib/server/platform/http/guard/server.ts';
import { runAsRequest } from '#lib/server/platform/log.ts';
import { UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';
import { newId } from '#lib/server/platform/new-id.ts';

// Version, trace id, parent id and flags; what a later version adds follows
// (https://www.w3.org/TR/trace-context/, "Traceparent Header").
const TRACEPARENT =
  /^(?<version>(?!ff)[\da-f]{2})-(?!0{32})(?<id>[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?<rest>-.*)?$/;

/**
 * @param header of the request, `traceparent`
 * @param peer the socket's IP
 * @param trusted the proxies, which must set or remove the header: otherwise anyone could write into the log of other
 *   requests
 * @returns the id under which a trusted proxy traces the request
 */
export function traceId(
  header: string | undefined,
  peer: string,
  trusted: BlockList,
): string | undefined {
  const { version, id, rest } = TRACEPARENT.exec(header ?? '')?.groups ?? {};
  if (!id || (version === '00' && rest) || !isTrustedProxy(peer, trusted)) return undefined;
  return id;
}

// Paths of the password reset contain a token, which must not be logged (ASVS 14.2.1). Tokens have 43 of these
// characters, more when some are encoded; an id has 36.
const LONG_SEGMENT = /[\w%-]{37,}/g;

// The code of an invitation has 22 characters.
const INVITATION = /^\/join\/(?!sent$|confirm\/|password\/)[^/]+/;

/** @returns the path without its tokens */
const redactPath = (path: string): string =>
  path.replace(INVITATION, '/join/[code]').replaceAll(LONG_SEGMENT, '[token]');

const ALL_METHODS = 'ALL';
const ALL_PATHS = '/*';

/**
 * @param c after its response
 * @returns the pattern of the route that responded, like `/api/web/forum/posts/:id` or a page's `/eduhub/[id]`; for a
 *   request that middleware rejected, the pattern of its route or of the middleware
 */
function routePattern(c: RequestContext): string {
  const known = c.get('route');
  if (known) return known;
  const routes = matchedRoutes(c);
  const last = routes[c.req.routeIndex];
  if (last && last.method !== ALL_METHODS) return last.path;
  const own = routes.find(({ method, path }) => method !== ALL_METHODS && path !== ALL_PATHS);
  return own?.path ?? last?.path ?? ALL_PATHS;
}

/** Rounds to hundredths. */
const round = (ms: number): number => Math.round(ms * 100) / 100;

type LogServices = Pick<Services, 'config' | 'log' | 'metrics'>;

/** Logs and counts each request, except successful health checks, as one line of JSON without the query. */
export function logRequests({ config, log, metrics }: LogServices): MiddlewareHandler<Env> {
  const { trustedProxies } = config;
  return async (c, next) => {
    const start = performance.now();
    const requestId = newId();
    c.set('requestId', requestId);
    await runAsRequest(requestId, next);
    const ctx = c.get('ctx') as Ctx | undefined;
    const ms = performance.now() - start;
    const status = abortStatus(c) ?? c.res.status;
    metrics.countResponse(c.req.method, routePattern(c), status, ms);
    // Two checks a minute per server would be most of a quiet site's log.
    if (status === 200 && HEALTH_PATHS.has(c.req.path)) return;
    log.info({
      event: 'request',
      requestId,
      traceId: traceId(c.req.header('traceparent'), peerOf(c), trustedProxies),
      method: c.req.method,
      path: redactPath(c.req.path),
      status,
      ms: round(ms),
      address: ctx?.ip ?? clientIp(c, trustedProxies),
      member: ctx?.viewer?.id,
      token: ctx?.viewer?.token?.id,
    });
  };
}

/** Describes a response that was sent without the app. */
interface ServedBy {
  route: (typeof UNROUTED)[keyof typeof UNROUTED];
  /** the duration, if measured */
  ms?: number;
}

/**
 * Logs and counts a response that was sent without the app.
 * @param request null when it could not be parsed
 */
export function logResponse(
  { config, log, metrics }: LogServices,
  status: number,
  socket: Duplex,
  request: IncomingMessage | null,
  { route, ms }: ServedBy = { route: UNROUTED.belowApp },
): void {
  const { trustedProxies } = config;
  const peer = (socket instanceof Socket && socket.remoteAddress) || '';
  const forwarded = request?.headers['x-forwarded-for']?.toString();
  log.info({
    event: 'request',
    traceId: traceId(request?.headers['traceparent']?.toString(), peer, trustedProxies),
    method: request?.method,
    path: request?.url && redactPath(request.url.split('?', 1)[0] ?? ''),
    status,
    address: resolveClientIp(peer, forwarded, trustedProxies),
  });
  metrics.countResponse(request?.method, route, status, ms);
}
