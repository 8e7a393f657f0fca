import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';

import { languageInUrl } from '#lib/messages/choose-language.ts';
import { SOURCE } from '#lib/messages/codes.ts';

import type { Env, RequestContext } from './env.ts';
import { appendDefaultHeaders, setDefaultHeaders } from './response-headers.ts';

// Browsers store a cookie for at most 400 days.
const MAX_AGE_SECONDS = 34_560_000;

/**
 * @param language one that is offered
 * @param https whether the site is served over https
 * @returns the Set-Cookie header that remembers the language on a device
 */
export const languageCookie = (language: string, https: boolean): string =>
  `lang=${language}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

/** @returns the Set-Cookie header for a guest who followed a link to a language: the next page has it, too */
export function requestedLanguageCookie(
  { languages, publicUrl }: { languages: string[]; publicUrl: string },
  url: string,
): { 'set-cookie'?: string } {
  const requested = languageInUrl(languages, url);
  return requested
    ? { 'set-cookie': languageCookie(requested, publicUrl.startsWith('https:')) }
    : {};
}

/** @returns the header that names the language of a response, by which browsers store the scripts of it; none for the source */
export const languageHeaders = (language = SOURCE): { 'content-language'?: string } =>
  language === SOURCE ? {} : { 'content-language': language };

// What decides it.
const VARY = { vary: 'accept-language, cookie' };

/** Says of every response in which language it is, and what that depends on. */
export const nameLanguage: MiddlewareHandler<Env> = async (c, next) => {
  const { config, language } = c.get('ctx');
  if (config.languages.length > 1) appendDefaultHeaders(c, VARY);
  setDefaultHeaders(c, languageHeaders(language));
  await next();
};

/** @returns the Set-Cookie header for a browser that has another language than the member’s account; pages of the build know no account */
function accountLanguageCookie(c: RequestContext): { 'set-cookie'?: string } {
  const { viewer, config } = c.get('ctx');
  const own = config.languages.find((each) => each === viewer?.language);
  if (!own || getCookie(c, 'lang') === own) return {};
  return { 'set-cookie': languageCookie(own, config.publicUrl.startsWith('https:')) };
}

/** Remembers the language of a member’s account, and that of a link which a guest has followed. */
export const keepRequestedLanguage: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { viewer, config } = c.get('ctx');
  const cookie = viewer ? accountLanguageCookie(c) : requestedLanguageCookie(config, c.req.url);
  if (cookie['set-cookie']) c.header('set-cookie', cookie['set-cookie'], { append: true });
};
