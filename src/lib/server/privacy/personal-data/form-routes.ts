import { Hono, type MiddlewareHandler } from 'hono';

import { CONFIRM_FIELD } from '#lib/contract/confirmations.ts';
import { DeletionInput } from '#lib/contract/deletions.ts';
import {
  DELETION_PATH,
  EXPORT_FILE_PATH,
  GOODBYE_PATH,
  PRIVACY_PATH,
} from '#lib/contract/paths.ts';
import { requireFreshConfirmation } from '#lib/server/people/confirmations/authorize.ts';
import { confirmNow } from '#lib/server/people/confirmations/confirm-now.ts';
import { requestDeletion } from '#lib/server/people/deletions/service.ts';
import { removeBirthdate } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { writeCookie } from '#lib/server/platform/http/cookies.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';
import { handleConfirmedForm } from '#lib/server/platform/http/staff-forms.ts';
import { requestExport } from '#lib/server/privacy/exports/service.ts';

/** What the forms of the page do. Each returns the path to go on to. */
const ACTIONS: Record<string, (ctx: Ctx) => Promise<string>> = {
  export: async (ctx) => {
    await requestExport(ctx);
    return `${PRIVACY_PATH}#download`;
  },
  download: async (ctx) => {
    requireFreshConfirmation(ctx);
    return EXPORT_FILE_PATH;
  },
  remove_birthdate: async (ctx) => {
    await removeBirthdate(ctx);
    return `${PRIVACY_PATH}#birthdate`;
  },
};

const act = async (ctx: Ctx, form: URLSearchParams) => actionOf(form, ACTIONS)(ctx);

/** The password is entered every time, however fresh the last one is; a passkey sends the form without it. */
async function deleteAccount(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const password = form.get(CONFIRM_FIELD) ?? undefined;
  form.delete(CONFIRM_FIELD);
  await confirmNow(ctx, parse(DeletionInput, { [CONFIRM_FIELD]: password }));
  await requestDeletion(ctx);
  return GOODBYE_PATH;
}

/** Removes the cookie of a session that has ended. */
const endSession: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer } = c.get('ctx');
  await next();
  if (!viewer || c.get('ctx').viewer) return;
  writeCookie(c, 'session', null);
  c.header('clear-site-data', '"cache"');
};

/** The plain forms of the page of a member's rights. */
export const privacyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(PRIVACY_PATH, handleConfirmedForm(render, act, { withoutConsent: true }))
    .post(
      DELETION_PATH,
      endSession,
      handlePageForm(render, deleteAccount, { withoutConsent: true }),
    );
