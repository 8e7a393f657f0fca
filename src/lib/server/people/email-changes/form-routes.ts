import { Hono } from 'hono';

import { EmailProof } from '#lib/contract/email-changes.ts';
import { EMAIL_CHANGED_PATH } from '#lib/contract/paths.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { leadOn } from '#lib/server/platform/http/page-forms.ts';
import { parsePageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { confirmEmailChange } from './service.ts';

/** The button of the page that a link leads to: mail scanners open links, but press no buttons. */
export const emailChangeForms = new Hono<Env>().post('/:token', async (c) => {
  await parsePageForm(c);
  await confirmEmailChange(c.get('ctx'), parse(EmailProof, { token: c.req.param('token') }));
  return leadOn(c, EMAIL_CHANGED_PATH);
});
