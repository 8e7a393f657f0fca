import { Hono } from 'hono';

import { type ListingSearch, readListingSearch } from '#lib/contract/listing-search.ts';
import { exchangePath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { requireConsents } from '#lib/server/people/consents/service.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { leadOn } from '#lib/server/platform/http/page-forms.ts';
import { actionOf, parsePageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import { ALERT_ACTIONS, saveAlert, toAlertSearch } from './service.ts';

/** What the buttons of the page do. @param search that is saved */
const actionsOf = (search: ListingSearch): typeof ALERT_ACTIONS => ({
  ...ALERT_ACTIONS,
  save: (ctx) => saveAlert(ctx, toAlertSearch(search)),
});

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = new Hono<Env>().post('/', async (c) => {
  const { query: search } = readListingSearch(new URL(c.req.url).searchParams, isTown);
  const path = exchangePath(search);
  if (!c.get('ctx').viewer) return leadOn(c, signInPath(path));
  const form = await parsePageForm(c);
  await requireConsents(c.get('ctx'));
  await actionOf(form, actionsOf(search))(c.get('ctx'), form);
  return leadOn(c, `${path}#alerts`);
});
