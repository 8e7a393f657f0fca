import { expect, test } from 'vitest';

import {
  deleteExpiredResets,
  LIMITS,
  newCode,
} from '#lib/server/people/passwords/password-reset/service.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import {
  allowResend,
  askForReset,
  startReset,
  checkToken,
  resetLimit,
  setNewPassword,
  verifyCode,
  wrongCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { openSite } from '#tests/support/site/site.ts';

const MINUTE = 60_000;

test('a wrong code is rejected, and the right one still works', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await startReset(site, email);
  const { status, body } = await verifyCode(browser, token_id, wrongCode(otp));
  expect({ status, error: body['error'] }).toEqual({ status: 400, error: MESSAGES.wrong_code });
  expect((await setNewPassword(browser, token_id)).status).toBe(400);
  expect((await verifyCode(browser, token_id, ` ${otp.slice(0, 4)}-${otp.slice(4)} `)).status).toBe(
    200,
  );
});

test('a code expires after ten minutes (ASVS 6.5.5), and so does the new-password step', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await startReset(site, email);
  site.advanceClock(10 * MINUTE - 1000);
  expect((await checkToken(first.browser, first.token_id)).status).toBe(200);
  site.advanceClock(2000);
  expect((await checkToken(first.browser, first.token_id)).status).toBe(400);
  const expired = await verifyCode(first.browser, first.token_id, first.otp);
  expect(expired).toMatchObject({ status: 400, body: { error: MESSAGES.reset_expired } });

  await allowResend(site, email);
  const second = await startReset(site, email);
  await verifyCode(second.browser, second.token_id, second.otp);
  site.advanceClock(10 * MINUTE + 1000);
  expect((await setNewPassword(second.browser, second.token_id)).status).toBe(400);
});

test('a code works once, even for a hundred concurrent requests (ASVS 6.5.1)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await startReset(site, email);
  const at = Array.from({ length: 100 }, () => verifyCode(browser, token_id, otp));
  const responses = await Promise.all(at);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await verifyCode(browser, token_id, otp)).status).toBe(400);
});

test('a thousand concurrent guesses get five attempts, counted over all codes (ASVS 6.6.3)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await startReset(site, email);
  for (let nth = 0; nth < 3; nth += 1)
    await verifyCode(first.browser, first.token_id, wrongCode(first.otp));
  await allowResend(site, email);
  const second = await startReset(site, email);
  const guesses = Array.from({ length: 1000 }, () =>
    verifyCode(second.browser, second.token_id, wrongCode(second.otp)),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(2);
  // On a busy machine, some requests time out waiting for a PostgreSQL connection, which are not attempts.
  expect(new Set(statuses).difference(new Set([429, 503]))).toEqual(new Set([400]));
  const sixth = await verifyCode(second.browser, second.token_id, second.otp);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000);
  await allowResend(site, email);
  expect((await askForReset(site.guest(), email)).status).toBe(429);
  await resetLimit(site, LIMITS.resetCode, email);
  await allowResend(site, email);
  const third = await startReset(site, email);
  expect((await verifyCode(third.browser, third.token_id, third.otp)).status).toBe(200);
});

test('only the newest code works', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await startReset(site, email);
  await allowResend(site, email);
  const second = await startReset(site, email, first.browser);
  expect((await checkToken(first.browser, first.token_id)).status).toBe(400);
  expect((await verifyCode(first.browser, first.token_id, first.otp)).status).toBe(400);
  expect((await verifyCode(first.browser, second.token_id, first.otp)).status).toBe(400);
  expect((await verifyCode(first.browser, second.token_id, second.otp)).status).toBe(200);
});

test('a code works only with its own token and in its own browser (ASVS 6.6.2)', async () => {
  const site = await openSite();
  const [maria, jun] = [await site.member(), await site.member()];
  const one = await startReset(site, maria.email);
  const other = await startReset(site, jun.email, one.browser);
  expect((await verifyCode(one.browser, other.token_id, one.otp)).status).toBe(400);
  const thief = site.guest();
  const elsewhere = /was requested in another browser\. Enter it there, or request a new one/;
  for (const { status, body } of [
    await checkToken(thief, one.token_id),
    await verifyCode(thief, one.token_id, one.otp),
  ])
    expect([status, body['error']]).toEqual([400, expect.stringMatching(elsewhere)]);
  await verifyCode(one.browser, one.token_id, one.otp);
  expect((await setNewPassword(thief, one.token_id)).status).toBe(400);
  expect((await setNewPassword(one.browser, one.token_id)).status).toBe(200);
});

test('a new code is available after a minute, and ten a day', async () => {
  const site = await openSite();
  const { email } = await site.member();
  expect((await askForReset(site.guest(), email)).status).toBe(200);
  const soon = await askForReset(site.guest(), email);
  expect(soon.status).toBe(429);
  expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  for (let nth = 0; nth < 9; nth += 1) {
    await allowResend(site, email);
    expect((await askForReset(site.guest(), email)).status).toBe(200);
  }
  await allowResend(site, email);
  const last = await askForReset(site.guest(), email);
  expect(last.status).toBe(429);
  expect(last.body['error']).toMatch(/ in 24 hours\.$/);
});

test('codes are uniformly distributed (ASVS 6.5.3)', () => {
  const counts = Array<number>(100).fill(0);
  for (let nth = 0; nth < 10_000; nth += 1) {
    const code = newCode();
    expect(code).toMatch(/^\d{8}$/);
    counts[Number(code.slice(0, 2))] = (counts[Number(code.slice(0, 2))] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
  // 99 degrees of freedom, p = 0.0001 on each side.
  expect(chiSquare).toBeGreaterThan(53);
  expect(chiSquare).toBeLessThan(161);
});

test('expired resets are deleted', async () => {
  const site = await openSite();
  const { email } = await site.member();
  await askForReset(site.guest(), email);
  const stored = () =>
    site.services.db.selectFrom('password_resets').select('client_hash').execute();
  site.advanceClock(9 * MINUTE);
  await deleteExpiredResets(site.services);
  expect(await stored()).toHaveLength(1);
  site.advanceClock(2 * MINUTE);
  await deleteExpiredResets(site.services);
  expect(await stored()).toEqual([]);
});
