import type { MiddlewareHandler } from 'hono';

import type { Ctx, Services } from '#lib/server/domain/context.ts';
import { newId } from '#lib/server/ids.ts';

import type { Env } from './env.ts';

// These addresses carry a reset token (spec 2), which no log may hold (ASVS 14.2.1).
const TOKEN_PATH = /^(\/forgot-password\/[\w-]+)\/.*/;

/** @returns a path as it may stand in a log */
export const loggedPath = (path: string): string => path.replace(TOKEN_PATH, '$1/[token]');

/** Writes one JSON line a request: what was asked, by its path alone, and how it went. */
export function logRequests({ log }: Pick<Services, 'log'>): MiddlewareHandler<Env> {
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
      path: loggedPath(c.req.path),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 100) / 100,
      address: ctx?.address,
      member: ctx?.viewer?.id,
    });
  };
}
