import { createHash } from 'node:crypto';

import { applyCorrection } from '#lib/contract/corrections.ts';
import { KEY_FIELD } from '#lib/contract/csrf.ts';
import { toId } from '#lib/contract/ids.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import type { RequestContext } from './env.ts';
import { isUrlEncoded } from './media-type.ts';
import { limitJsonBody } from './parse-request.ts';

/**
 * Reads a plain form, whose CSRF token is not checked yet.
 * @throws AppError unsupported_media_type, body_too_large, request_aborted
 */
export async function readPageForm(c: RequestContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type');
  if (!isUrlEncoded(type))
    throw new AppError('unsupported_media_type', {
      mediaType: 'application/x-www-form-urlencoded',
      value: type ?? '',
    });
  await limitJsonBody(c, async () => {});
  const text = await c.req.text().catch(() => {
    throw new AppError('request_aborted');
  });
  const form = new URLSearchParams(text);
  applyCorrection(form);
  return form;
}

/**
 * Reads the key of a plain form that creates something: sent again, it creates nothing.
 * @param content that is created: what is changed before it is sent again is something else
 * @returns the idempotency key of the call that does the same
 */
export function parseFormKey(form: URLSearchParams, content: string): string {
  const key = toId(form.get(KEY_FIELD) ?? undefined) ?? newId();
  return `${key}.${createHash('sha256').update(content).digest('base64url').slice(0, 22)}`;
}
