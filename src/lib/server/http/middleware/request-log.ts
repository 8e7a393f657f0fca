import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { MiddlewareHandler } from 'hono';

import type { Ctx, Services } from '#lib/server/context.ts';
import { runAsRequest } from '#lib/server/current-request.ts';
import { clientIp, peerOf, resolveClientIp } from '#lib/server/http/client-ip.ts';
import type { Env } from '#lib/server/http/env.ts';
import { abortStatus } from '#lib/server/http/request-body.ts';
import { traceId } from '#lib/server/http/trace-id.ts';
import { newId } from '#lib/server/new-id.ts';

// Paths of the password reset have a token, which no log may contain (ASVS 14.2.1). A token has 43 of these characters,
// more when some are encoded; an id has 36.
const LONG_SEGMENT = /[\w%-]{37,}/g;

/** @returns the path without tokens */
const redactPath = (path: string): string => path.replaceAll(LONG_SEGMENT, '[token]');

/** Logs each request as one line of JSON, without its query. */
export function logRequests({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now();
    const requestId = newId();
    c.set('requestId', requestId);
    await runAsRequest(requestId, next);
    const ctx = c.get('ctx') as Ctx | undefined;
    log.info({
      event: 'request',
      requestId,
      traceId: traceId(c.req.header('traceparent'), peerOf(c), config.trustedProxies),
      method: c.req.method,
      path: redactPath(c.req.path),
      status: abortStatus(c) ?? c.res.status,
      ms: Math.round((performance.now() - start) * 100) / 100,
      address: ctx?.ip ?? clientIp(c, config.trustedProxies),
      member: ctx?.viewer?.id,
    });
  };
}

/**
 * Logs a response that was sent outside of the app.
 * @param request null when it could not be parsed
 */
export function logResponse(
  { config, log }: Pick<Services, 'config' | 'log'>,
  status: number,
  socket: Duplex,
  request: IncomingMessage | null,
): void {
  const peer = (socket instanceof Socket && socket.remoteAddress) || '';
  const forwarded = request?.headers['x-forwarded-for']?.toString();
  log.info({
    event: 'request',
    traceId: traceId(request?.headers['traceparent']?.toString(), peer, config.trustedProxies),
    method: request?.method,
    path: request?.url && redactPath(request.url.split('?', 1)[0] ?? ''),
    status,
    address: resolveClientIp(peer, forwarded, config.trustedProxies),
  });
}
