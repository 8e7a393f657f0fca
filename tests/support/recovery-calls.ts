// The steps of a forgotten password, as the pages take them.
import { hashToken } from '#lib/server/secrets.ts';

import type { Site } from './api.ts';
import type { Browser } from './http-browser.ts';
import { codeIn, outbox } from './letters.ts';

export const AUTH = '/api/web/auth';
/** A password that is taken. */
export const NEW = 'Bagong-Bukid-7';

export const ask = async (browser: Browser, email: string) =>
  browser.post(`${AUTH}/forgot-password`, { email });

/** Lets another code be asked for at once: the limits have a clock of their own. */
export const allowAgain = ({ services }: Site, email: string) =>
  services.limits.forget('recoverAgain', hashToken(email));

/** A recovery that has begun: the browser, its token, and the code of the letter. */
export async function begun(site: Site, email: string, browser = site.guest()) {
  const { body } = await ask(browser, email);
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
