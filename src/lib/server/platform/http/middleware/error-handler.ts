import type { ErrorHandler } from 'hono';
import type { Logger } from 'pino';

import { AppError, toErrorBody } from '#lib/server/platform/errors.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { abortStatus } from '#lib/server/platform/http/guard/server.ts';
import { isMultipart, isUrlEncoded } from '#lib/server/platform/http/parse-request.ts';
import { logError, toAppError } from '#lib/server/platform/to-app-error.ts';

// A client that left in the middle of its request gets no response, but a line in the log.
const toResponseError = (error: Error, c: RequestContext): AppError =>
  abortStatus(c) === null ? toAppError(error) : new AppError('request_aborted');

/** How to authenticate (RFC 9110, 11.6.1; RFC 6750, 3.1). Browsers open no dialog for these two schemes. */
const challengeOf = ({ code, status }: AppError): string | null => {
  if (code === 'insufficient_scope') return 'Bearer error="insufficient_scope", scope="write"';
  if (code === 'invalid_access_token' || code === 'token_rejected')
    return 'Bearer error="invalid_token"';
  return status === 401 ? 'Cookie form-action="/login"' : null;
};

// These always respond in JSON: without a database, no page can be rendered.
const JSON_PATH = /^\/(?:api|healthz|readyz)(?:\/|$)/;

/** Responds with a JSON error to whatever was thrown. */
function respondWithError(log: Logger, thrown: Error, c: RequestContext): Response {
  const error = toResponseError(thrown, c);
  if (error.status >= 500) logError({ log, requestId: c.get('requestId') }, thrown);
  const { seconds, allow } = error.params;
  if (seconds) c.header('retry-after', String(seconds));
  if (allow) c.header('allow', allow.join(', '));
  const challenge = challengeOf(error);
  if (challenge) c.header('www-authenticate', challenge);
  c.header('cache-control', 'no-store');
  return c.json(toErrorBody(error), error.status);
}

/** Renders the error page. */
export type RenderErrorPage = (c: RequestContext, error: Error) => Promise<Response>;

const acceptsPage = (c: RequestContext): boolean =>
  !JSON_PATH.test(c.req.path) && Boolean(c.req.header('accept')?.includes('text/html'));

// The error page, since its own page could not show the error.
const isPlainForm = (c: RequestContext): boolean =>
  c.req.method === 'POST' &&
  (isUrlEncoded(c.req.header('content-type')) || isMultipart(c.req.header('content-type')));

// A page has a route of its own.
const isPage = (c: RequestContext): boolean => c.get('route') !== undefined;

/**
 * Responds to any error: with a page for a browser, if the server failed or the request was for a page or from a
 * plain form; otherwise with JSON. One handler for the whole app: Hono runs each handler of a sub-app with its own in
 * a separate chain.
 * @param render missing where there are no pages
 */
export const handleErrors =
  (log: Logger, render?: RenderErrorPage): ErrorHandler<Env> =>
  async (error, c) => {
    const isServerError = toResponseError(error, c).status >= 500;
    // Errors before the context exists cannot be shown as a page.
    const isShown = isServerError || isPage(c) || isPlainForm(c);
    const canRender = isShown && acceptsPage(c) && Boolean(c.get('ctx'));
    if (!render || !canRender) return respondWithError(log, error, c);
    try {
      return await render(c, error);
    } catch (second) {
      // Hono would call this handler again for every middleware around it.
      logError({ log, requestId: c.get('requestId') }, second);
      return respondWithError(log, error, c);
    }
  };
