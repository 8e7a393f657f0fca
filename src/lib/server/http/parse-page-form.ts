import { CSRF_FIELD } from '#lib/contract/csrf.ts';
import { AppError } from '#lib/server/errors.ts';

import type { RequestContext } from './env.ts';
import { isUrlEncoded } from './is-url-encoded.ts';
import { checkCsrf } from './middleware/csrf.ts';

/**
 * Reads a plain form, whose CSRF token is not checked yet.
 * @throws AppError unsupported_media_type, request_aborted
 */
export async function readPageForm(c: RequestContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type');
  if (!isUrlEncoded(type))
    throw new AppError('unsupported_media_type', {
      mediaType: 'application/x-www-form-urlencoded',
      value: type ?? '',
    });
  return new URLSearchParams(
    await c.req.text().catch(() => {
      throw new AppError('request_aborted');
    }),
  );
}

/**
 * Requires the form to come from this site, with a token of this browser.
 * @throws AppError cross_origin, invalid_csrf_token
 */
export const checkPageForm = (c: RequestContext, form: URLSearchParams): void =>
  checkCsrf(c, form.get(CSRF_FIELD) ?? '');

/**
 * Reads a plain form, which a page sends to its own URL.
 * @throws AppError unsupported_media_type, cross_origin, invalid_csrf_token, request_aborted
 */
export async function parsePageForm(c: RequestContext): Promise<URLSearchParams> {
  const form = await readPageForm(c);
  checkPageForm(c, form);
  return form;
}
