// Browsers an account is known to (docs/decisions/0005-sign-in-limits.md): nobody keeps the owner's out.
import { expect, test } from 'vitest';

import { openSite, PASSWORD } from '#tests/support/api.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { ask, AUTH, begun, NEW, reset, verify, wrong } from '#tests/support/recovery-calls.ts';

const signIn = async (browser: Browser, email: string, password: string) =>
  (await browser.post(`${AUTH}/login`, { email, password })).status;

/** Guesses the password until there are no tries left. */
async function useUp(browser: Browser, email: string): Promise<void> {
  for (let nth = 0; nth < 10; nth += 1)
    expect(await signIn(browser, email, `guess ${nth}`)).toBe(401);
  expect(await signIn(browser, email, 'guess')).toBe(429);
}

/** The owner and who got the password: both signed in, then the owner changes it. */
async function openIntruded() {
  const site = await openSite();
  const owner = await site.signedIn();
  const intruder = await site.signedIn(owner.member);
  const change = { old_password: PASSWORD, new_password: NEW };
  const { status } = await owner.change('PATCH', '/api/web/account/password', change);
  expect(status).toBe(200);
  return { site, owner, intruder, email: owner.member.email };
}

test('each browser that has signed in has tries of its own', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { email } = owner.member;
  await useUp(await site.signedIn(owner.member), email);
  expect(await signIn(owner, email, PASSWORD)).toBe(200);
  expect(await signIn(site.guest(), email, PASSWORD)).toBe(200);
});

test('who signed in with an old password is a stranger, and does not keep the owner out', async () => {
  const { site, owner, intruder, email } = await openIntruded();
  await useUp(intruder, email);
  expect(await signIn(site.guest(), email, NEW)).toBe(429);
  expect(await signIn(owner, email, NEW)).toBe(200);
});

test('nor does their guessing of codes', async () => {
  const { site, owner, intruder, email } = await openIntruded();
  const theirs = await begun(site, email, intruder);
  for (let nth = 0; nth < 5; nth += 1)
    expect((await verify(intruder, theirs.token_id, wrong(theirs.otp))).status).toBe(400);
  expect((await verify(intruder, theirs.token_id, theirs.otp)).status).toBe(429);
  expect((await ask(owner, email)).status).toBe(200);
});

test('the browser that reset a password is known, the others are not', async () => {
  const site = await openSite();
  const before = await site.signedIn();
  const { email } = before.member;
  const { browser, token_id, otp } = await begun(site, email);
  await verify(browser, token_id, otp);
  expect((await reset(browser, token_id)).status).toBe(200);
  await useUp(before, email);
  expect(await signIn(site.guest(), email, NEW)).toBe(429);
  expect(await signIn(browser, email, NEW)).toBe(200);
});

test('a device cookie of another account, or a forged one, is a stranger’s', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { email } = owner.member;
  await useUp(site.guest(), email);
  const known = owner.cookies.get('device');
  const other = (await site.signedIn()).cookies.get('device');
  const browser = site.guest();
  for (const device of [other, '.', 'nonce.signature', `${known}.more`, `more.${known}`]) {
    browser.cookies.set('device', device ?? '');
    expect(await signIn(browser, email, PASSWORD)).toBe(429);
  }
  browser.cookies.set('device', known ?? '');
  expect(await signIn(browser, email, PASSWORD)).toBe(200);
});
