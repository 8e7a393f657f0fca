import type { Browser } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { Authenticator, type Given } from './authenticator.ts';

export const PASSKEYS = '/api/web/account/passkeys';
export const SIGN_IN = '/api/web/auth/passkey';
const MINUTE = 60_000;

/** Advances the clock until the login no longer counts as a confirmation. */
export const letConfirmationExpire = (site: Site): void => site.advanceClock(16 * MINUTE);

/** Requests a challenge, and sends the authenticator's response. */
export async function tryToAdd(
  browser: Browser,
  authenticator = new Authenticator(),
  given: Given = {},
) {
  const { body } = await browser.get(`${PASSKEYS}/options`);
  return browser.post(PASSKEYS, authenticator.create(body['data'], given));
}

export interface PasskeyOwner {
  browser: MemberBrowser;
  authenticator: Authenticator;
  /** id in the API */
  id: string;
}

/** Adds a passkey to a new member. */
export async function addPasskey(site: Site, given: Given = {}): Promise<PasskeyOwner> {
  const browser = await site.signedIn();
  const authenticator = new Authenticator();
  const { body } = await tryToAdd(browser, authenticator, given);
  return { browser, authenticator, id: body['data'].passkey_id };
}

export const signInOptions = async (browser: Browser) =>
  (await browser.get(`${SIGN_IN}/options`)).body['data'];

/** Signs in with a passkey. */
export async function signInWith(
  authenticator: Authenticator,
  browser: Browser,
  given: Given = {},
) {
  return browser.post(SIGN_IN, authenticator.use(await signInOptions(browser), given));
}

/** Confirms a member's identity with a passkey. */
export async function confirmWith(authenticator: Authenticator, browser: Browser) {
  const { body } = await browser.get(`${PASSKEYS}/confirmation-options`);
  return browser.post(`${PASSKEYS}/confirmations`, authenticator.use(body['data']));
}

export async function passkeyNames(browser: Browser): Promise<string[]> {
  const { body } = await browser.get(PASSKEYS);
  return body['data'].passkeys.map(({ name }: { name: string }) => name);
}
