import type { MiddlewareHandler } from 'hono';

import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';

// Other bearer tokens are access tokens of sessions.
const BEARER = /^bearer +(glean_pat_.*)$/i;

/**
 * Reads the personal access token of an API request. Beside a session cookie it is ignored, and
 * `rejectTwoCredentials` rejects the request.
 */
export const readToken =
  (services: Services): MiddlewareHandler<Env> =>
  async (c, next) => {
    const [, secret] = BEARER.exec(c.req.header('authorization') ?? '') ?? [];
    if (secret === undefined) return next();
    const hasSession = c.get('session') !== null;
    c.set('credential', hasSession ? 'both' : 'token');
    if (!hasSession)
      c.get('ctx').viewer = await services.identity.findTokenViewer(services, secret);
    return next();
  };

/**
 * Rejects invalid tokens, even for calls that are open to everyone.
 * @throws AppError token_rejected
 */
export const rejectBadTokens: MiddlewareHandler<Env> = (c, next) => {
  const { viewer, log, requestId, ip } = c.get('ctx');
  if (c.get('credential') !== 'token' || viewer) return next();
  log.warn({ event: 'token_rejected', requestId, address: ip });
  throw new AppError('token_rejected');
};

/**
 * Rejects a token for a call that it may not make. Runs after the CSRF check, which applies whenever there is a
 * session cookie.
 * @param scope the required scope; undefined for a call that no token may make
 * @throws AppError token_not_allowed, insufficient_scope
 */
export const requireTokenScope =
  (scope: TokenScope | undefined): MiddlewareHandler<Env> =>
  (c, next) => {
    const token = c.get('ctx').viewer?.token;
    if (!token) return next();
    if (!scope) throw new AppError('token_not_allowed');
    if (scope === 'write' && token.scope !== 'write') throw new AppError('insufficient_scope');
    return next();
  };

/**
 * Rejects a token beside a session cookie: the server must not guess which of the two counts.
 * @throws AppError two_credentials
 */
export const rejectTwoCredentials: MiddlewareHandler<Env> = (c, next) => {
  if (c.get('credential') === 'both') throw new AppError('two_credentials');
  return next();
};
