import type { ErrorHandler } from 'hono';

import { type ErrorBody } from '#lib/contract/error-codes.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { QueueFullError } from '#lib/server/bounded-queue.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, rateLimited } from '#lib/server/errors.ts';
import { ImageRejectedError } from '#lib/server/images/process-image.ts';
import { isUnavailable } from '#lib/server/page-errors.ts';
import { RateLimitError } from '#lib/server/rate-limits/rate-limits.ts';

import type { Env, RequestContext } from './env.ts';
import { UploadError } from './multipart-errors.ts';
import { abortStatus } from './request-body.ts';

const RETRY_SECONDS = 5;

const serviceUnavailable = () =>
  new AppError(
    'unavailable',
    'We cannot reach our records right now. Please try again in a minute.',
    {
      retryAfter: RETRY_SECONDS,
    },
  );

const IMAGE_ERRORS = {
  type: () => new AppError('unsupported_type', UPLOAD.typeMessage),
  size: () => new AppError('too_large', UPLOAD.sizeMessage),
  pixels: () => new AppError('invalid', UPLOAD.pixelMessage),
  damaged: () => new AppError('invalid', UPLOAD.damagedMessage),
};

/** The one place where what was thrown becomes what is answered. Null: a fault of ours. */
function toRefusal(error: Error, c: RequestContext): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof RateLimitError) return rateLimited(error.seconds);
  if (error instanceof QueueFullError) return rateLimited(RETRY_SECONDS);
  if (error instanceof ImageRejectedError) return IMAGE_ERRORS[error.reason]();
  if (error instanceof UploadError) return new AppError(error.code, error.message);
  // Nobody is there to be told: the client left in the midst of its request.
  if (abortStatus(c) !== null) return new AppError('invalid', 'The request was broken off.');
  return isUnavailable(error) ? serviceUnavailable() : null;
}

/** Answers whatever was thrown; the person learns what to do, the log learns what happened. */
export const handleApiError: ErrorHandler<Env> = (error, c) => {
  const refusal = toRefusal(error, c);
  // A database or store that is away is told to the operator too.
  const ctx: Ctx | undefined = c.get('ctx');
  if (!refusal || refusal.status === 503)
    ctx?.log.error({ event: 'fault', requestId: c.get('requestId'), error });
  const { code, message, fields, retryAfter, status } =
    refusal ?? new AppError('internal', 'Something went wrong on our side. Please try again.');
  if (retryAfter) c.header('retry-after', String(retryAfter));
  c.header('cache-control', 'no-store');
  const body: ErrorBody = { error: message, code, ...(fields && { fields }) };
  return c.json(body, status);
};

/** Draws the page that tells of a fault. */
export type RenderErrorPage = (c: RequestContext, error: Error) => Promise<Response>;

/** As `handleApiError`, but a browser that asked for a page is told of a fault of ours by a page. */
export const handlePageError =
  (draw: RenderErrorPage): ErrorHandler<Env> =>
  (error, c) => {
    const asksForPage = c.req.header('accept')?.includes('text/html');
    const isOurs = (toRefusal(error, c)?.status ?? 500) >= 500;
    return asksForPage && isOurs ? draw(c, error) : handleApiError(error, c);
  };
