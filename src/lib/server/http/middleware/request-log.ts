import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { MiddlewareHandler } from 'hono';

import type { Ctx, Services } from '#lib/server/context.ts';
import { clientIp, resolveClientIp } from '#lib/server/http/client-ip.ts';
import type { Env } from '#lib/server/http/env.ts';
import { abortStatus } from '#lib/server/http/request-body.ts';
import { newId } from '#lib/server/new-id.ts';

// Addresses may carry a reset token (spec 2), which no log may hold (ASVS 14.2.1), however oddly they are written. A
// token is 43 of these characters, more when some are encoded; an id has 36. What else is as long is no address of ours.
const LONG_SEGMENT = /[\w%-]{37,}/g;

/** @returns a path as it may stand in a log */
const redactPath = (path: string): string => path.replaceAll(LONG_SEGMENT, '[token]');

/** Writes one JSON line a request: what was asked, by its path alone, and how it went. */
export function logRequests({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now();
    const requestId = newId();
    c.set('requestId', requestId);
    await next();
    const ctx = c.get('ctx') as Ctx | undefined;
    log.info({
      event: 'request',
      requestId,
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
 * Writes the line of an answer that was given outside of the pipeline, where no other line can belong to it.
 * @param request null when it could not be read
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
    method: request?.method,
    path: request?.url && redactPath(request.url.split('?', 1)[0] ?? ''),
    status,
    address: resolveClientIp(peer, forwarded, config.trustedProxies),
  });
}
