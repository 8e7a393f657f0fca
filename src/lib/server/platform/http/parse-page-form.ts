import { createHash } from 'node:crypto';

import { applyCorrection } from '#lib/contract/corrections.ts';
import { CSRF_FIELD, KEY_FIELD } from '#lib/contract/csrf.ts';
import { toId } from '#lib/contract/ids.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import type { RequestContext } from './env.ts';
import { isUrlEncoded } from './media-type.ts';
import { checkCsrf } from './middleware/csrf.ts';
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
 * Requires the form to come from this site, with a token of this browser.
 * @throws AppError cross_origin, invalid_csrf_token
 */
export const checkPageForm = (c: RequestContext, form: URLSearchParams): void =>
  checkCsrf(c, form.get(CSRF_FIELD) ?? '');

/**
 * Reads a plain form, which a page sends to its own URL.
 * @throws AppError as `readPageForm` and `checkPageForm`
 */
export async function parsePageForm(c: RequestContext): Promise<URLSearchParams> {
  const form = await readPageForm(c);
  checkPageForm(c, form);
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

/**
 * Finds an action by its name. Only the names listed count: every object also has a `constructor`.
 * @throws AppError invalid for another one
 */
export function actionNamed<Action>(
  name: string,
  actions: Readonly<Record<string, Action>>,
): Action {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw new AppError('invalid');
  return action;
}

/**
 * Finds what the pressed button of a form does.
 * @param actions by the value of the field `action`
 * @throws AppError invalid for another one
 */
export const actionOf = <Action>(
  form: URLSearchParams,
  actions: Readonly<Record<string, Action>>,
): Action => actionNamed(form.get('action') ?? '', actions);
