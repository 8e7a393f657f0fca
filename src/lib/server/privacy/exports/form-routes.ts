import { Hono, type MiddlewareHandler } from 'hono';

import {
  DELETION_PATH,
  EXPORT_FILE_PATH,
  GOODBYE_PATH,
  PRIVACY_PATH,
} from '#lib/contract/paths.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import {
  CONSENT_DOCUMENTS,
  ConsentDocument,
  type ConsentInput,
  type ConsentOrigin,
} from '#lib/contract/people/consents.ts';
import { DeletionInput } from '#lib/contract/people/deletions.ts';
import { requestDeletion } from '#lib/server/people/deletions/service.ts';
import { confirmNow } from '#lib/server/people/passkeys/confirm-now.ts';
import { agreeToDocuments, withdrawConsent } from '#lib/server/people/policies/consents/service.ts';
import { removeBirthdate } from '#lib/server/people/profile/service.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { writeCookie } from '#lib/server/platform/http/cookies.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';
import { requestExport } from '#lib/server/privacy/exports/service.ts';

const EXPLORE_PATH = '/forums/explore';
const CONSENTS_PATH = `${PRIVACY_PATH}#consents`;

/** Reads the versions of the documents that the form shows. */
const readVersions = (form: URLSearchParams): ConsentInput[] =>
  CONSENT_DOCUMENTS.filter((document) => form.has(document)).map((document) => ({
    document,
    version: Number(form.get(document)),
  }));

/** Agrees to the documents in the form. @param path the next page */
const agreeOn =
  (origin: ConsentOrigin, path: string) =>
  async (ctx: Ctx, { values }: SentForm): Promise<string> => {
    await agreeToDocuments(ctx, readVersions(values), origin);
    return path;
  };

const STRIP = { agree: agreeOn('strip', EXPLORE_PATH) };

const ACTIONS = {
  agree: agreeOn('settings', CONSENTS_PATH),
  /** The forms that withdraw consent send `withdraw=<document>`, and no `action`. */
  async ''(ctx: Ctx, { values }: SentForm) {
    await withdrawConsent(ctx, parse(ConsentDocument, values.get('withdraw')));
    return CONSENTS_PATH;
  },
  async export(ctx: Ctx) {
    await requestExport(ctx);
    return `${PRIVACY_PATH}#download`;
  },
  async download(ctx: Ctx) {
    requireFreshConfirmation(ctx);
    return EXPORT_FILE_PATH;
  },
  async remove_birthdate(ctx: Ctx) {
    await removeBirthdate(ctx);
    return `${PRIVACY_PATH}#birthdate`;
  },
};

/** Requires the password every time, however recently it was confirmed; with a passkey, the form has no password. */
async function deleteAccount(ctx: Ctx, { values }: SentForm): Promise<string> {
  const password = values.get(CONFIRM_FIELD) ?? undefined;
  await confirmNow(ctx, parse(DeletionInput, { [CONFIRM_FIELD]: password }));
  await requestDeletion(ctx);
  return GOODBYE_PATH;
}

/** Removes the cookie of an ended session. */
const endSession: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer } = c.get('ctx');
  await next();
  if (!viewer || c.get('ctx').viewer) return;
  writeCookie(c, 'session', null);
  c.header('clear-site-data', '"cache"');
};

/** The plain forms of a member's privacy page, and of the consent banner. */
export const privacyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(EXPLORE_PATH, handleForms(render, STRIP, { withoutConsent: ['agree'] }))
    .post(PRIVACY_PATH, handleForms(render, ACTIONS, { withoutConsent: Object.keys(ACTIONS) }))
    .post(
      DELETION_PATH,
      endSession,
      handleForms(render, { '': deleteAccount }, { withoutConsent: [''], checksPassword: true }),
    );
