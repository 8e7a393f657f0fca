import type { ErrorHandler } from 'hono';

import type { Ctx } from '#lib/server/context.ts';
import { AppError, toErrorBody } from '#lib/server/errors.ts';
import { logError, toAppError } from '#lib/server/to-app-error.ts';

import type { Env, RequestContext } from './env.ts';
import { abortStatus } from './request-body.ts';

// A client that left in the middle of its request gets no response, but the log has a line.
const toResponseError = (error: Error, c: RequestContext): AppError =>
  abortStatus(c) === null ? toAppError(error) : new AppError('request_aborted');

/** How to be let in (RFC 9110, 11.6.1). A browser opens no dialog for these two schemes. */
const challengeOf = ({ code }: AppError): string =>
  code === 'invalid_access_token' ? 'Bearer error="invalid_token"' : 'Cookie form-action="/login"';

// They respond in JSON, also to a browser: without a database nothing could render a page.
const JSON_PATH = /^\/(?:api|healthz|readyz)(?:\/|$)/;

/** Responds with a JSON error to whatever was thrown. */
const respondWithError: ErrorHandler<Env> = (thrown, c) => {
  const error = toResponseError(thrown, c);
  const ctx: Ctx | undefined = c.get('ctx');
  if (ctx && error.status >= 500) logError(ctx, thrown);
  const { seconds, allow } = error.params;
  if (seconds) c.header('retry-after', String(seconds));
  if (allow) c.header('allow', allow.join(', '));
  if (error.status === 401) c.header('www-authenticate', challengeOf(error));
  c.header('cache-control', 'no-store');
  return c.json(toErrorBody(error), error.status);
};

/** Renders the error page. */
export type RenderErrorPage = (c: RequestContext, error: Error) => Promise<Response>;

const acceptsPage = (c: RequestContext): boolean =>
  !JSON_PATH.test(c.req.path) && Boolean(c.req.header('accept')?.includes('text/html'));

/**
 * Responds to whatever was thrown: with JSON, or to a browser that requested a page, when the error is the server's, with
 * a page. One for the whole app: Hono runs each handler of a sub-app that has its own in a chain of its own.
 * @param render left out where there are no pages
 */
export const handleErrors =
  (render?: RenderErrorPage): ErrorHandler<Env> =>
  (error, c) => {
    const isServerError = toResponseError(error, c).status >= 500;
    return render && isServerError && acceptsPage(c)
      ? render(c, error)
      : respondWithError(error, c);
  };
