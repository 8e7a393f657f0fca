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

/** Responds with a JSON error to whatever was thrown. */
export const handleApiError: ErrorHandler<Env> = (thrown, c) => {
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

/** As `handleApiError`, but a browser that requested a page gets one when the error is the server's. */
export const handlePageError =
  (render: RenderErrorPage): ErrorHandler<Env> =>
  (error, c) => {
    const acceptsHtml = c.req.header('accept')?.includes('text/html');
    const isServerError = toResponseError(error, c).status >= 500;
    return acceptsHtml && isServerError ? render(c, error) : handleApiError(error, c);
  };
