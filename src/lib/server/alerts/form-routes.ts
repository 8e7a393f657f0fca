import { Hono } from 'hono';

import { exchangePath } from '#lib/contract/exchange-paths.ts';
import { toId } from '#lib/contract/ids.ts';
import { readListingSearch } from '#lib/contract/listing-search.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parsePageForm } from '#lib/server/http/parse-page-form.ts';
import { limitJsonBody } from '#lib/server/http/parse-request.ts';
import { isTown } from '#lib/server/towns/towns.ts';

import { toAlertSearch } from './alert-facts.ts';
import { deleteAlert, pauseAlert, saveAlert } from './service.ts';

const SEE_OTHER = 303;

/** Deletes an alert, unless an earlier press of the button did. */
const deleteOnce = (ctx: Ctx, id: string): Promise<void> =>
  deleteAlert(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'alert_not_found')) throw error;
  });

/**
 * Does what the pressed button says: `save` the page's search, or `pause`, `resume` or `delete` an alert.
 * @throws AppError as the service; invalid for another button
 */
async function act(ctx: Ctx, form: URLSearchParams, query: URLSearchParams): Promise<void> {
  const action = form.get('action');
  if (action === 'save')
    return void (await saveAlert(ctx, toAlertSearch(readListingSearch(query, isTown))));
  const id = toId(form.get('alert_id') ?? '');
  if (!id) throw notFound('alert');
  if (action === 'delete') return deleteOnce(ctx, id);
  if (action !== 'pause' && action !== 'resume') throw new AppError('invalid');
  await pauseAlert(ctx, id, action === 'pause');
}

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = new Hono<Env>().post('/', limitJsonBody, async (c) => {
  const query = new URL(c.req.url).searchParams;
  const path = exchangePath(readListingSearch(query, isTown));
  if (!c.get('ctx').viewer) return c.redirect(signInPath(path), SEE_OTHER);
  await act(c.get('ctx'), await parsePageForm(c), query);
  return c.redirect(`${path}#alerts`, SEE_OTHER);
});
