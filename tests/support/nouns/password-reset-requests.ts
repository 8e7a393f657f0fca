import { DUMMY_HASH } from '#lib/server/people/credentials/password-hash.ts';
import {
  accountKeyOf,
  LIMITS,
  originOf,
} from '#lib/server/people/passwords/password-reset/service.ts';
import type { RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import { codeIn, deliveredEmails } from './emails.ts';

export const AUTH = '/api/web/auth';
/** The default IP address. Others need a site that trusts this one as a proxy. */
const HERE = '127.0.0.1';
/** A valid new password. */
export const NEW = 'Bagong-Bukid-7';

export const askForReset = async (browser: Browser, email: string, address = HERE) =>
  browser.post(`${AUTH}/forgot-password`, { email }, { 'x-forwarded-for': address });

/** Resets a rate limit of an account and network, because limits do not use the site's clock. */
export async function resetLimit(
  { services }: Site,
  limit: RateLimit,
  email: string,
  { address = HERE }: { address?: string } = {},
): Promise<void> {
  const stranger = { login: email, passwordHash: DUMMY_HASH };
  const { key } = originOf({ ...services, ip: address }, stranger, null);
  await services.limits.reset(limit, key);
}

/** Allows another code without waiting. */
export async function allowResend(
  site: Site,
  email: string,
  from: Parameters<typeof resetLimit>[3] = {},
): Promise<void> {
  await resetLimit(site, LIMITS.resetResend, email, from);
  const { services } = site;
  await services.limits.reset(LIMITS.resetAccountHour, accountKeyOf(services, email));
}

/**
 * Requests a code.
 * @returns the browser, its token, and the code from the email
 */
export async function startReset(
  site: Site,
  email: string,
  browser = site.guest(),
  address = HERE,
) {
  const { body } = await askForReset(browser, email, address);
  const token_id: string = body['data'].token;
  return { browser, token_id, otp: codeIn(await deliveredEmails(site)) };
}

export const wrongCode = (otp: string) => String((Number(otp) + 1) % 1e8).padStart(8, '0');

export const checkToken = (browser: Browser, token_id: string) =>
  browser.post(`${AUTH}/check-forgot-token`, { token_id });
export const verifyCode = (browser: Browser, token_id: string, otp: string) =>
  browser.post(`${AUTH}/verify-otp`, { otp, token_id });
export const setNewPassword = (browser: Browser, token_id: string, password = NEW) =>
  browser.post(`${AUTH}/reset-password`, { password, token_id });
