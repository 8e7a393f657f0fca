import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { addPasskey, confirmWith, signInWith } from '#tests/support/nouns/passkeys.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;
const PAGE = '/profile/privacy/delete';

/** Requests the deletion of the account without the password. */
const tryToDelete = async (browser: Browser) =>
  (await browser.post('/api/web/account/deletion', {})).status;

test('a passkey just used in this session also allows the deletion of the account', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  site.advanceClock(2 * MINUTE_MS);
  const second = await site.signedIn(browser.member);
  site.advanceClock(2 * MINUTE_MS);
  expect(await tryToDelete(browser)).toBe(400);
  await confirmWith(authenticator, browser);
  site.advanceClock(MINUTE_MS + 1000);
  expect(await tryToDelete(browser)).toBe(400);
  await confirmWith(authenticator, browser);
  expect(await tryToDelete(second)).toBe(400);
  expect(await tryToDelete(browser)).toBe(202);
});

test('the form of its page also accepts a passkey', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  await confirmWith(authenticator, browser);
  // An empty field means that no password was entered.
  const empty = await sendForm(browser, PAGE, { [CONFIRM_FIELD]: '' });
  expect(empty.status).toBe(400);
  const response = await sendForm(browser, PAGE, {});
  expect(redirectOf(response)).toEqual([303, '/goodbye']);
});

test('a login with a passkey restores the account, unless staff have disabled it since', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const leave = async (leaving: Browser) => {
    await confirmWith(authenticator, leaving);
    expect(await tryToDelete(leaving)).toBe(202);
  };
  await leave(browser);
  const back = site.guest();
  expect((await signInWith(authenticator, back)).status).toBe(200);
  expect((await back.get('/api/web/account/profile')).status).toBe(200);
  const { db } = site.services;
  expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([]);
  await leave(back);
  site.advanceClock(MINUTE_MS);
  await disableMember(site.services, browser.member.id);
  expect((await signInWith(authenticator, site.guest())).status).toBe(401);
});
