// Unknown browsers cannot disturb a password reset (docs/decisions/0010-password-reset.md).
import { expect, test } from 'vitest';

import { accountKeyOf, LIMITS } from '#lib/server/people/passwords/password-reset/service.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  allowResend,
  askForReset,
  AUTH,
  startReset,
  checkToken,
  setNewPassword,
  verifyCode,
  wrongCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const [HOME, AWAY] = ['203.0.113.7', '198.51.100.9'];

test('a request from an unknown client does not end a reset whose code was verified', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const owner = await startReset(site, email);
  expect((await verifyCode(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  await allowResend(site, email);
  expect((await askForReset(site.guest(), email)).status).toBe(200);
  expect((await checkToken(owner.browser, owner.token_id)).status).toBe(200);
  expect((await setNewPassword(owner.browser, owner.token_id)).status).toBe(200);
});

test('a code is not replaced by a request from another network', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const owner = await startReset(site, email, site.guest(), HOME);
  const stranger = await startReset(site, email, site.guest(), AWAY);
  expect((await verifyCode(stranger.browser, stranger.token_id, owner.otp)).status).toBe(400);
  expect((await verifyCode(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
});

test('five wrong codes from another network do not lock out the owner', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const stranger = await startReset(site, email, site.guest(), AWAY);
  const guesses = [];
  for (let nth = 0; nth < 6; nth += 1)
    guesses.push(await verifyCode(stranger.browser, stranger.token_id, wrongCode(stranger.otp)));
  expect(guesses.map(({ status }) => status)).toEqual([...Array(5).fill(400), 429]);
  expect((await checkToken(stranger.browser, stranger.token_id)).status).toBe(400);
  await allowResend(site, email, { address: AWAY });
  expect((await askForReset(site.guest(), email, AWAY)).status).toBe(429);

  const owner = await startReset(site, email, site.guest(), HOME);
  expect((await verifyCode(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  expect((await setNewPassword(owner.browser, owner.token_id)).status).toBe(200);
});

test('five wrong codes from the owner’s network do not lock out a known browser', async () => {
  const site = await openSite();
  const known = await site.loggedIn();
  const { email } = known.member;
  await known.post(`${AUTH}/logout`);
  const stranger = await startReset(site, email);
  for (let nth = 0; nth < 6; nth += 1)
    await verifyCode(stranger.browser, stranger.token_id, wrongCode(stranger.otp));
  const owner = await startReset(site, email, known);
  expect((await verifyCode(owner.browser, owner.token_id, owner.otp)).status).toBe(200);
  expect((await setNewPassword(owner.browser, owner.token_id)).status).toBe(200);
});

test('an account’s unknown browsers get six codes an hour and 24 a day; a known browser is not affected', async () => {
  const site = await openSite(BEHIND_PROXY);
  const known = await site.loggedIn();
  const { email } = known.member;
  const statuses = [];
  for (let nth = 0; nth < 28; nth += 1) {
    const address = `198.51.100.${nth}`;
    const { status } = await askForReset(site.guest(), email, address);
    statuses.push(status);
    const hour = LIMITS.resetAccountHour;
    if (status === 429) await site.services.limits.reset(hour, accountKeyOf(site.services, email));
  }
  const hour = [...Array(6).fill(200), 429];
  expect(statuses).toEqual([...hour, ...hour, ...hour, ...hour]);
  expect((await askForReset(site.guest(), email, AWAY)).status).toBe(429);
  expect((await askForReset(known, email, HOME)).status).toBe(200);
  expect((await askForReset(site.guest(), 'other@glean.example', HOME)).status).toBe(200);
});

test('a finished reset ends the account’s other resets', async () => {
  const site = await openSite(BEHIND_PROXY);
  const { email } = await site.member();
  const one = await startReset(site, email, site.guest(), HOME);
  const other = await startReset(site, email, site.guest(), AWAY);
  for (const { browser, token_id, otp } of [one, other])
    expect((await verifyCode(browser, token_id, otp)).status).toBe(200);
  expect((await setNewPassword(one.browser, one.token_id)).status).toBe(200);
  expect((await setNewPassword(other.browser, other.token_id, 'Iba-Pang-Bukid-8')).status).toBe(
    400,
  );
  expect((await site.guest().post(`${AUTH}/login`, { email, password: PASSWORD })).status).toBe(
    401,
  );
  expect((await deliveredEmails(site)).at(-1)).toContain(
    'Subject: Your Glean password was changed',
  );
});

test('concurrent correct codes do not use up the attempts for wrong ones', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await startReset(site, email);
  await Promise.all(Array.from({ length: 50 }, () => verifyCode(browser, token_id, otp)));
  await allowResend(site, email);
  const again = await startReset(site, email, browser);
  expect((await verifyCode(again.browser, again.token_id, again.otp)).status).toBe(200);
});
