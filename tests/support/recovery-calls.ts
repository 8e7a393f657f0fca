import { DUMMY_HASH } from '#lib/server/auth/password-hash.ts';
// The steps of a forgotten password, as the pages take them.
import { placeOf } from '#lib/server/password-reset/request-limits.ts';
import type { LimitName } from '#lib/server/rate-limits/rate-limits.ts';

import type { Site } from './api.ts';
import type { Browser } from './http-browser.ts';
import { codeIn, outbox } from './letters.ts';

export const AUTH = '/api/web/auth';
/** The address of browsers that name none; others are only believed by a site that trusts this one as a proxy. */
const HERE = '127.0.0.1';
/** A password that is taken. */
export const NEW = 'Bagong-Bukid-7';

export const ask = async (browser: Browser, email: string, address = HERE) =>
  browser.post(`${AUTH}/forgot-password`, { email }, { 'x-forwarded-for': address });

/** Forgets what was counted against a network of an account: the limits have a clock of their own. */
export async function forget(
  { services }: Site,
  name: LimitName,
  email: string,
  { address = HERE }: { address?: string } = {},
): Promise<void> {
  const stranger = { email, passwordHash: DUMMY_HASH };
  const { key } = placeOf({ ...services, address }, stranger, null);
  await services.limits.reset(name, key);
}

/** Lets another code be asked for at once. */
export const allowAgain = (site: Site, email: string, from: Parameters<typeof forget>[3] = {}) =>
  forget(site, 'resetResend', email, from);

/** A recovery that has begun: the browser, its token, and the code of the letter. */
export async function begun(site: Site, email: string, browser = site.guest(), address = HERE) {
  const { body } = await ask(browser, email, address);
  const token_id: string = body['data'].token;
  return { browser, token_id, otp: codeIn(await outbox(site)) };
}

/** A code that is not the right one. */
export const wrong = (otp: string) => String((Number(otp) + 1) % 1e8).padStart(8, '0');

export const check = (browser: Browser, token_id: string) =>
  browser.post(`${AUTH}/check-forgot-token`, { token_id });
export const verify = (browser: Browser, token_id: string, otp: string) =>
  browser.post(`${AUTH}/verify-otp`, { otp, token_id });
export const reset = (browser: Browser, token_id: string, password = NEW) =>
  browser.post(`${AUTH}/reset-password`, { password, token_id });
