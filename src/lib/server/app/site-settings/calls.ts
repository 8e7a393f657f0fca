import { Hono } from 'hono';

import { ContactProof, SiteChange, SiteState } from '#lib/contract/app/site-settings.ts';
import { STAFF_SITE_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { changeSite, getSite, proveContact } from './service.ts';

/** What staff set for the site. */
export const calls = {
  'GET /admin/site': call({
    summary: 'Read the settings of the site',
    response: SiteState,
    run: getSite,
  }),
  'PUT /admin/site': call({
    summary: 'Change the settings of the site',
    body: SiteChange,
    response: SiteState,
    errors: ['site_changed', 'confirmation_required'],
    run: (ctx, { body }) => changeSite(ctx, body),
  }),
  'POST /admin/site/contact': call({
    summary: 'Enter the code of a new contact',
    body: ContactProof,
    response: SiteState,
    errors: ['site_changed', 'wrong_code'],
    run: (ctx, { body }) => proveContact(ctx, body),
  }),
} satisfies Calls;

const TAGLINE = 'tagline.';

/** Reads the fields of the page; taglines are in one field a language. */
function readSite(values: URLSearchParams): SiteChange {
  const taglines = [...values]
    .filter(([name]) => name.startsWith(TAGLINE))
    .map(([name, line]) => [name.slice(TAGLINE.length), line]);
  return parse(SiteChange, {
    ...Object.fromEntries(values),
    taglines: Object.fromEntries(taglines),
  });
}

const ACTIONS = {
  async save(ctx: Ctx, { values }: SentForm) {
    const { pending_contact } = await changeSite(ctx, readSite(values));
    return pending_contact
      ? `${STAFF_SITE_PATH}?done=code#contact`
      : `${STAFF_SITE_PATH}?done=saved`;
  },
  async contact(ctx: Ctx, { values }: SentForm) {
    await proveContact(ctx, parse(ContactProof, { code: values.get('code') }));
    return `${STAFF_SITE_PATH}?done=contact`;
  },
};

/** The plain forms of the page of the site's settings. */
export const siteForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, ACTIONS));
