// What strangers can do to a member who recovers an account: nothing (docs/decisions/0010-password-reset.md).
import { expect, test } from 'vitest';

import { openSite, PASSWORD } from '#tests/support/api.ts';
import { outbox } from '#tests/support/letters.ts';
import {
  allowAgain,
  ask,
  AUTH,
  begun,
  check,
  reset,
  verify,
  wrong,
} from '#tests/support/recovery-calls.ts';

// Members and strangers come from networks of their own.
const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const [HOME, AWAY] = ['203.0.113.7', '198.51.100.9'];

test('who asks for somebody’s address ends no recovery whose code was entered', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const owner = await begun(site, email);
  expect((await verify(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  await allowAgain(site, email);
  expect((await ask(site.guest(), email)).status).toBe(200);
  expect((await check(owner.browser, owner.token_id)).status).toBe(200);
  expect((await reset(owner.browser, owner.token_id)).status).toBe(200);
});

test('a code that is not entered yet is ended by none from another network', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const owner = await begun(site, email, site.guest(), HOME);
  const stranger = await begun(site, email, site.guest(), AWAY);
  expect((await verify(stranger.browser, stranger.token_id, owner.otp)).status).toBe(400);
  expect((await verify(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
});

test('five wrong codes from elsewhere do not keep the owner from recovering', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const stranger = await begun(site, email, site.guest(), AWAY);
  const guesses = [];
  for (let nth = 0; nth < 6; nth += 1)
    guesses.push(await verify(stranger.browser, stranger.token_id, wrong(stranger.otp)));
  expect(guesses.map(({ status }) => status)).toEqual([...Array(5).fill(400), 429]);
  expect((await check(stranger.browser, stranger.token_id)).status).toBe(400);
  await allowAgain(site, email, { address: AWAY });
  expect((await ask(site.guest(), email, AWAY)).status).toBe(429);

  const owner = await begun(site, email, site.guest(), HOME);
  expect((await verify(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  expect((await reset(owner.browser, owner.token_id)).status).toBe(200);
});

test('also not in the owner’s own network, from a browser that has signed in before', async () => {
  const site = await openSite();
  const known = await site.signedIn();
  const { email } = known.member;
  await known.post(`${AUTH}/logout`);
  const stranger = await begun(site, email);
  for (let nth = 0; nth < 6; nth += 1)
    await verify(stranger.browser, stranger.token_id, wrong(stranger.otp));
  const owner = await begun(site, email, known);
  expect((await verify(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  expect((await reset(owner.browser, owner.token_id)).status).toBe(200);
});

test('strangers of all networks get sixty codes of an account a day; the owner’s browser is free', async () => {
  const site = await openSite(BEHIND_PROXY);
  const known = await site.signedIn();
  const { email } = known.member;
  const statuses = [];
  for (let nth = 0; nth < 61; nth += 1) {
    const address = `198.51.100.${nth}`;
    statuses.push((await ask(site.guest(), email, address)).status);
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  expect((await ask(known, email, HOME)).status).toBe(200);
  expect((await ask(site.guest(), 'other@glean.example', HOME)).status).toBe(200);
});

test('one recovery that succeeds ends the others of the account', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const one = await begun(site, email, site.guest(), HOME);
  const other = await begun(site, email, site.guest(), AWAY);
  for (const { browser, token_id, otp } of [one, other])
    expect((await verify(browser, token_id, otp)).status).toBe(200);
  expect((await reset(one.browser, one.token_id)).status).toBe(200);
  expect((await reset(other.browser, other.token_id, 'Iba-Pang-Bukid-8')).status).toBe(400);
  expect((await site.guest().post(`${AUTH}/login`, { email, password: PASSWORD })).status).toBe(
    401,
  );
  expect((await outbox(site)).at(-1)).toContain('Subject: Your Glean password was changed');
});

test('many right codes at once do not use up what wrong ones have', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await begun(site, email);
  await Promise.all(Array.from({ length: 50 }, () => verify(browser, token_id, otp)));
  await allowAgain(site, email);
  const again = await begun(site, email, browser);
  expect((await verify(again.browser, again.token_id, again.otp)).status).toBe(200);
});
