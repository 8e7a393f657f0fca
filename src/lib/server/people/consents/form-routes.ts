import { type Handler, Hono } from 'hono';

import {
  CONSENT_DOCUMENTS,
  ConsentDocument,
  type ConsentInput,
  type ConsentOrigin,
} from '#lib/contract/consents.ts';
import { PRIVACY_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf, readPageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { agreeToDocuments, withdrawConsent } from './service.ts';

const EXPLORE_PATH = '/forums/explore';

/** A form has a field for each document, with the version that it shows. */
const readVersions = (form: URLSearchParams): ConsentInput[] =>
  CONSENT_DOCUMENTS.filter((document) => form.has(document)).map((document) => ({
    document,
    version: Number(form.get(document)),
  }));

const agree = (ctx: Ctx, form: URLSearchParams, origin: ConsentOrigin) =>
  agreeToDocuments(ctx, readVersions(form), origin);

/**
 * Performs the action of a consent's button: `agree`, or `withdraw` and the document.
 * @returns the path to go on to
 * @throws AppError as the service
 */
async function changeConsents(ctx: Ctx, form: URLSearchParams): Promise<string> {
  if (form.get('action') === 'agree') await agree(ctx, form, 'settings');
  else await withdrawConsent(ctx, parse(ConsentDocument, form.get('withdraw')));
  return `${PRIVACY_PATH}#consents`;
}

async function agreeOnStrip(ctx: Ctx, form: URLSearchParams): Promise<string> {
  await actionOf(form, { agree })(ctx, form, 'strip');
  return EXPLORE_PATH;
}

const OPTIONS = { withoutConsent: true };

/** Passes on the other forms of the page, which are those of other nouns. */
const forConsents =
  (handle: Handler<Env>): Handler<Env> =>
  async (c, next) => {
    const form = await readPageForm(c);
    const isOurs = form.has('withdraw') || form.get('action') === 'agree';
    return isOurs ? handle(c, next) : next();
  };

/** The plain forms with which a member agrees: on the strip, and on the page of the settings. */
export const consentForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(EXPLORE_PATH, handlePageForm(render, agreeOnStrip, OPTIONS))
    .post(PRIVACY_PATH, forConsents(handlePageForm(render, changeConsents, OPTIONS)));
