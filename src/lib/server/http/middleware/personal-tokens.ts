import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

import type { Services } from '#lib/server/context.ts';
import { AppError } from '#lib/server/errors.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { findTokenViewer } from '#lib/server/personal-tokens/find-token-viewer.ts';
import { OPEN_CALLS } from '#lib/server/personal-tokens/open-calls.ts';

// Other tokens are the sessions' access tokens.
const BEARER = /^bearer +(glean_pat_.*)$/i;
const PREFIX = '/api';

/**
 * Reads the personal access token of a request to the API. It is ignored beside a session cookie, and
 * `requireTokenScope` rejects the request.
 */
export const readToken =
  (services: Services): MiddlewareHandler<Env> =>
  async (c, next) => {
    const [, secret] = BEARER.exec(c.req.header('authorization') ?? '') ?? [];
    if (secret === undefined) return next();
    const hasSession = c.get('session') !== null;
    c.set('credential', hasSession ? 'both' : 'token');
    if (!hasSession) c.get('ctx').viewer = await findTokenViewer(services, secret);
    return next();
  };

/**
 * Rejects tokens that do not work, also at calls that are open to everyone.
 * @throws AppError token_rejected
 */
export const rejectBadTokens: MiddlewareHandler<Env> = (c, next) => {
  const { viewer, log, requestId, ip } = c.get('ctx');
  if (c.get('credential') !== 'token' || viewer) return next();
  log.warn({ event: 'token_rejected', requestId, address: ip });
  throw new AppError('token_rejected');
};

/** @returns the calls that may respond to a request, as `OPEN_CALLS` has them */
const callsOf = (c: RequestContext): string[] =>
  matchedRoutes(c)
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith(`${PREFIX}/`))
    .map(({ method, path }) => `${method} ${path.slice(PREFIX.length)}`);

/**
 * Rejects what the request's token does not open. It comes after the CSRF check, which holds whenever there is a session
 * cookie.
 * @throws AppError two_credentials, token_not_allowed, insufficient_scope
 */
export const requireTokenScope: MiddlewareHandler<Env> = (c, next) => {
  if (c.get('credential') === 'both') throw new AppError('two_credentials');
  const token = c.get('ctx').viewer?.token;
  if (!token) return next();
  for (const call of callsOf(c)) {
    const scope = OPEN_CALLS.get(call);
    if (!scope) throw new AppError('token_not_allowed');
    if (scope === 'write' && token.scope !== 'write') throw new AppError('insufficient_scope');
  }
  return next();
};
