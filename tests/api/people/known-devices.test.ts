// Known browsers have their own limits (docs/decisions/0005-sign-in-limits.md).
import { expect, test } from 'vitest';

import {
  askForReset,
  AUTH,
  startReset,
  NEW,
  setNewPassword,
  verifyCode,
  wrongCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const signIn = async (browser: Browser, email: string, password: string) =>
  (await browser.post(`${AUTH}/login`, { email, password })).status;

/** Guesses the password until the limit is reached. */
async function useUpAttempts(browser: Browser, email: string): Promise<void> {
  for (let nth = 0; nth < 10; nth += 1)
    expect(await signIn(browser, email, `guess ${nth}`)).toBe(401);
  expect(await signIn(browser, email, 'guess')).toBe(429);
}

/** The owner and an intruder are logged in, then the owner changes the password. */
async function openCompromisedAccount() {
  const site = await openSite();
  const owner = await site.loggedIn();
  const intruder = await site.loggedIn(owner.member);
  const change = { old_password: PASSWORD, new_password: NEW };
  const { status } = await owner.change('PATCH', '/api/web/account/password', change);
  expect(status).toBe(200);
  return { site, owner, intruder, email: owner.member.email };
}

test('each known browser has its own attempts', async () => {
  const site = await openSite();
  const owner = await site.loggedIn();
  const { email } = owner.member;
  await useUpAttempts(await site.loggedIn(owner.member), email);
  expect(await signIn(owner, email, PASSWORD)).toBe(200);
  expect(await signIn(site.guest(), email, PASSWORD)).toBe(200);
});

test('a browser that logged in with an old password is unknown, and cannot lock out the owner', async () => {
  const { site, owner, intruder, email } = await openCompromisedAccount();
  await useUpAttempts(intruder, email);
  expect(await signIn(site.guest(), email, NEW)).toBe(429);
  expect(await signIn(owner, email, NEW)).toBe(200);
});

test('code guesses of an unknown browser do not block the owner', async () => {
  const { site, owner, intruder, email } = await openCompromisedAccount();
  const theirs = await startReset(site, email, intruder);
  for (let nth = 0; nth < 5; nth += 1)
    expect((await verifyCode(intruder, theirs.token_id, wrongCode(theirs.otp))).status).toBe(400);
  expect((await verifyCode(intruder, theirs.token_id, theirs.otp)).status).toBe(429);
  expect((await askForReset(owner, email)).status).toBe(200);
});

test('only the browser that reset the password stays known', async () => {
  const site = await openSite();
  const before = await site.loggedIn();
  const { email } = before.member;
  const { browser, token_id, otp } = await startReset(site, email);
  await verifyCode(browser, token_id, otp);
  expect((await setNewPassword(browser, token_id)).status).toBe(200);
  await useUpAttempts(before, email);
  expect(await signIn(site.guest(), email, NEW)).toBe(429);
  expect(await signIn(browser, email, NEW)).toBe(200);
});

test('a forged device cookie, or one of another account, is not known', async () => {
  const site = await openSite();
  const owner = await site.loggedIn();
  const { email } = owner.member;
  await useUpAttempts(site.guest(), email);
  const known = owner.cookies.get('device');
  const other = (await site.loggedIn()).cookies.get('device');
  const browser = site.guest();
  for (const device of [other, '.', 'nonce.signature', `${known}.more`, `more.${known}`]) {
    browser.cookies.set('device', device ?? '');
    expect(await signIn(browser, email, PASSWORD)).toBe(429);
  }
  browser.cookies.set('device', known ?? '');
  expect(await signIn(browser, email, PASSWORD)).toBe(200);
});
