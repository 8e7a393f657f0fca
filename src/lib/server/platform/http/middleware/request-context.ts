import type { MiddlewareHandler } from 'hono';

import { chooseLanguage } from '#lib/messages/choose-language.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import type { Services, Viewer } from '#lib/server/platform/context.ts';
import { clientIp, createProxyWarning } from '#lib/server/platform/http/client-ip.ts';
import { readCookie } from '#lib/server/platform/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import {
  NO_CACHE,
  NO_STORE,
  setDefaultHeaders,
} from '#lib/server/platform/http/response-headers.ts';
import { rateLimitHeaders } from '#lib/server/platform/rate-limits/limit-counters.ts';

const requestLanguage = (
  { config }: Services,
  { req }: RequestContext,
  viewer: Viewer | null,
): string =>
  chooseLanguage(config.languages, {
    url: req.url,
    member: viewer?.language,
    cookie: req.header('cookie'),
    accept: req.header('accept-language'),
  });

/** Adds the context to every request: services, request id, IP, language and viewer. */
export function addRequestContext(services: Services): MiddlewareHandler<Env> {
  const https = services.config.publicUrl.startsWith('https:');
  const warnOfUntrustedProxy = createProxyWarning(services);
  return async (c, next) => {
    warnOfUntrustedProxy(c);
    const ip = clientIp(c, services.config.trustedProxies);
    const session = readCookie(c, 'session', https);
    c.set('session', session);
    c.set('ctx', {
      ...services,
      // Only the member’s own limits: others would reveal attempts by other people.
      limits: services.limits.reporting((limit, key, left, reset) => {
        if (key !== c.get('ctx').viewer?.id) return;
        setDefaultHeaders(c, rateLimitHeaders(limit, left, reset));
      }),
      // When a steward acts, the viewer's id is passed on as the cause.
      notify: (tx, event) => services.notify(tx, event, c.get('ctx').viewer?.id),
      ip,
      requestId: c.get('requestId'),
      viewer: null,
      hasLeft: () => c.env?.outgoing?.destroyed ?? false,
      cachePolicy: null,
    });
    // After an offline logout, the browser counts as a guest, although its session still exists.
    const left = readCookie(c, 'signed-out', https) !== null;
    const viewer = left ? null : await services.identity.findViewer(services, session);
    const language = requestLanguage(services, c, viewer);
    Object.assign(c.get('ctx'), { viewer, language });
    // Phones are shared (ASVS 14.3.2).
    setDefaultHeaders(c, viewer ? NO_STORE : NO_CACHE);
    await runInLanguage(language, next);
  };
}
