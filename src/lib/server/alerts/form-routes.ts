import { Hono } from 'hono';

import { exchangePath } from '#lib/contract/exchange-paths.ts';
import { readListingSearch } from '#lib/contract/listing-search.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { requireConsents } from '#lib/server/consents/missing-consents.ts';
import type { Ctx } from '#lib/server/context.ts';
import type { Env } from '#lib/server/http/env.ts';
import { leadOn } from '#lib/server/http/page-forms.ts';
import { parsePageForm } from '#lib/server/http/parse-page-form.ts';
import { limitJsonBody } from '#lib/server/http/parse-request.ts';
import { isTown } from '#lib/server/towns/towns.ts';

import { toAlertSearch } from './alert-facts.ts';
import { changeAlert } from './change-alert.ts';
import { saveAlert } from './service.ts';

/** As `changeAlert`, or `save`s the page's search. */
async function act(ctx: Ctx, form: URLSearchParams, query: URLSearchParams): Promise<void> {
  if (form.get('action') !== 'save') return changeAlert(ctx, form);
  await saveAlert(ctx, toAlertSearch(readListingSearch(query, isTown)));
}

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = new Hono<Env>().post('/', limitJsonBody, async (c) => {
  const query = new URL(c.req.url).searchParams;
  const path = exchangePath(readListingSearch(query, isTown));
  if (!c.get('ctx').viewer) return leadOn(c, signInPath(path));
  const form = await parsePageForm(c);
  await requireConsents(c.get('ctx'));
  await act(c.get('ctx'), form, query);
  return leadOn(c, `${path}#alerts`);
});
