import { Hono, type Handler, type MiddlewareHandler } from 'hono';

import { CHOOSE_LANGUAGE_PATH, LANGUAGES_PATH } from '#lib/contract/paths.ts';
import { LanguageNote } from '#lib/contract/people/languages.ts';
import { safeRedirect } from '#lib/contract/redirects.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { languageCookie } from '#lib/server/platform/http/language-headers.ts';
import { checkOrigin } from '#lib/server/platform/http/middleware/csrf.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readPageForm } from '#lib/server/platform/http/parse-request.ts';
import { NO_STORE, setDefaultHeaders } from '#lib/server/platform/http/response-headers.ts';

import { sendLanguageNote, storeLanguage } from './service.ts';

const SEE_OTHER = 303;

/** With a single language, there is nothing to choose. */
const requireChoice: MiddlewareHandler<Env> = (c, next) => {
  if (c.get('ctx').config.languages.length === 1) throw new AppError('page_not_found');
  return next();
};

/** @returns the path of the page that sent a form, without its language */
function pathOf(referrer: string | undefined): string {
  const url = URL.parse(referrer ?? '');
  url?.searchParams.delete('lang');
  return safeRedirect(url && url.pathname + url.search);
}

/**
 * Chooses a language, and redirects back to the page. Guests' pages are cached for all, so the form has no CSRF
 * token: forms from other sites are rejected by their origin.
 */
const choose: Handler<Env> = async (c) => {
  const ctx = c.get('ctx');
  setDefaultHeaders(c, NO_STORE);
  checkOrigin(c);
  const values = await readPageForm(c);
  const language = ctx.config.languages.find((each) => each === values.get('lang'));
  if (!language) throw new AppError('invalid');
  await storeLanguage(ctx, language);
  c.header('set-cookie', languageCookie(language, ctx.config.publicUrl.startsWith('https:')));
  return c.redirect(pathOf(c.req.header('referer')), SEE_OTHER);
};

async function sendNote(ctx: Ctx, { values }: SentForm): Promise<string> {
  await sendLanguageNote(
    ctx,
    parse(LanguageNote, { language: values.get('language'), note: values.get('note') }),
  );
  return `${LANGUAGES_PATH}?done=sent`;
}

/** The plain forms that choose a language, and report wrong wording. */
export const languageForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(CHOOSE_LANGUAGE_PATH, requireChoice, choose)
    .post(LANGUAGES_PATH, requireChoice, handleForms(render, { '': sendNote }, { isOpen: true }));
