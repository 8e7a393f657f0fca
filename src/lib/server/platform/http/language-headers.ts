import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';

import { languageInUrl } from '#lib/messages/choose-language.ts';
import { SOURCE } from '#lib/messages/codes.ts';

import type { Env, RequestContext } from './env.ts';
import { appendDefaultHeaders, setDefaultHeaders } from './response-headers.ts';

// Browsers store a cookie for at most 400 days.
const MAX_AGE_SECONDS = 34_560_000;

/**
 * @param language one that the site offers
 * @param https whether the site is served over https
 * @returns the Set-Cookie header that stores the language on a device
 */
export const languageCookie = (language: string, https: boolean): string =>
  `lang=${language}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

/** @returns the Set-Cookie header for a guest who followed a link to a language, so that later pages use it, too */
export function requestedLanguageCookie(
  { languages, publicUrl }: { languages: string[]; publicUrl: string },
  url: string,
): { 'set-cookie'?: string } {
  const requested = languageInUrl(languages, url);
  return requested
    ? { 'set-cookie': languageCookie(requested, publicUrl.startsWith('https:')) }
    : {};
}

/** @returns the Content-Language header, by which browsers store the scripts of a language; none for the source */
export const languageHeaders = (language = SOURCE): { 'content-language'?: string } =>
  language === SOURCE ? {} : { 'content-language': language };

// The headers that determine the language.
const VARY = { vary: 'accept-language, cookie' };

/** Adds the language of each response, and the headers it varies by. */
export const nameLanguage: MiddlewareHandler<Env> = async (c, next) => {
  const { config, language } = c.get('ctx');
  if (config.languages.length > 1) appendDefaultHeaders(c, VARY);
  setDefaultHeaders(c, languageHeaders(language));
  await next();
};

/**
 * @returns the Set-Cookie header for a browser whose language differs from the member’s account: pages that are the
 *   same for everyone know no account
 */
function accountLanguageCookie(c: RequestContext): { 'set-cookie'?: string } {
  const { viewer, config } = c.get('ctx');
  const own = config.languages.find((each) => each === viewer?.language);
  if (!own || getCookie(c, 'lang') === own) return {};
  return { 'set-cookie': languageCookie(own, config.publicUrl.startsWith('https:')) };
}

/** Stores the language of a member’s account, or that of a link which a guest followed, in the browser. */
export const keepRequestedLanguage: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { viewer, config } = c.get('ctx');
  const cookie = viewer ? accountLanguageCookie(c) : requestedLanguageCookie(config, c.req.url);
  if (cookie['set-cookie']) c.header('set-cookie', cookie['set-cookie'], { append: true });
};
