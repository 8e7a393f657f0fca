import { expect, test } from 'vitest';

import { CODE_MESSAGES } from '#lib/contract/password-reset.ts';
import { newCode } from '#lib/server/password-reset/service.ts';
import { openSite } from '#tests/support/api.ts';
import {
  allowAgain,
  ask,
  begun,
  check,
  forget,
  reset,
  verify,
  wrong,
} from '#tests/support/recovery-calls.ts';

const MINUTE = 60_000;

test('a wrong code is refused, and the right one still works', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await begun(site, email);
  const { status, body } = await verify(browser, token_id, wrong(otp));
  expect({ status, error: body['error'] }).toEqual({ status: 400, error: CODE_MESSAGES.wrong });
  expect((await reset(browser, token_id)).status).toBe(400);
  expect((await verify(browser, token_id, ` ${otp.slice(0, 4)}-${otp.slice(4)} `)).status).toBe(
    200,
  );
});

test('a code ends after ten minutes (ASVS 6.5.5), and so does the page after it', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await begun(site, email);
  site.wait(10 * MINUTE - 1000);
  expect((await check(first.browser, first.token_id)).status).toBe(200);
  site.wait(2000);
  expect((await check(first.browser, first.token_id)).status).toBe(400);
  const late = await verify(first.browser, first.token_id, first.otp);
  expect(late).toMatchObject({ status: 400, body: { error: CODE_MESSAGES.ended } });

  await allowAgain(site, email);
  const second = await begun(site, email);
  await verify(second.browser, second.token_id, second.otp);
  site.wait(10 * MINUTE + 1000);
  expect((await reset(second.browser, second.token_id)).status).toBe(400);
});

test('a code serves once, also when it is sent a hundred times at once (ASVS 6.5.1)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await begun(site, email);
  const at = Array.from({ length: 100 }, () => verify(browser, token_id, otp));
  const answers = await Promise.all(at);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await verify(browser, token_id, otp)).status).toBe(400);
});

test('of a thousand guesses at once five are looked at, over all codes (ASVS 6.6.3)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await begun(site, email);
  for (let nth = 0; nth < 3; nth += 1)
    await verify(first.browser, first.token_id, wrong(first.otp));
  await allowAgain(site, email);
  const second = await begun(site, email);
  const guesses = Array.from({ length: 1000 }, () =>
    verify(second.browser, second.token_id, wrong(second.otp)),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(998);
  const sixth = await verify(second.browser, second.token_id, second.otp);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000);
  await allowAgain(site, email);
  expect((await ask(site.guest(), email)).status).toBe(429);
  await forget(site, 'resetCode', email);
  await allowAgain(site, email);
  const third = await begun(site, email);
  expect((await verify(third.browser, third.token_id, third.otp)).status).toBe(200);
});

test('only the newest code lives', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const first = await begun(site, email);
  await allowAgain(site, email);
  const second = await begun(site, email, first.browser);
  expect((await check(first.browser, first.token_id)).status).toBe(400);
  expect((await verify(first.browser, first.token_id, first.otp)).status).toBe(400);
  expect((await verify(first.browser, second.token_id, first.otp)).status).toBe(400);
  expect((await verify(first.browser, second.token_id, second.otp)).status).toBe(200);
});

test('a code is worth nothing with another token, or in another browser (ASVS 6.6.2)', async () => {
  const site = await openSite();
  const [maria, jun] = [await site.member(), await site.member()];
  const one = await begun(site, maria.email);
  const other = await begun(site, jun.email, one.browser);
  expect((await verify(one.browser, other.token_id, one.otp)).status).toBe(400);
  const thief = site.guest();
  expect((await check(thief, one.token_id)).status).toBe(400);
  expect((await verify(thief, one.token_id, one.otp)).status).toBe(400);
  await verify(one.browser, one.token_id, one.otp);
  expect((await reset(thief, one.token_id)).status).toBe(400);
  expect((await reset(one.browser, one.token_id)).status).toBe(200);
});

test('another code is to be had after a minute, and ten in a day', async () => {
  const site = await openSite();
  const { email } = await site.member();
  expect((await ask(site.guest(), email)).status).toBe(200);
  const soon = await ask(site.guest(), email);
  expect(soon.status).toBe(429);
  expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  for (let nth = 0; nth < 9; nth += 1) {
    await allowAgain(site, email);
    expect((await ask(site.guest(), email)).status).toBe(200);
  }
  await allowAgain(site, email);
  const last = await ask(site.guest(), email);
  expect(last.status).toBe(429);
  expect(last.body['error']).toMatch(/ in 24 hours\.$/);
});

test('codes are spread evenly (ASVS 6.5.3)', () => {
  const counts = Array<number>(100).fill(0);
  for (let nth = 0; nth < 10_000; nth += 1) {
    const code = newCode();
    expect(code).toMatch(/^\d{8}$/);
    counts[Number(code.slice(0, 2))] = (counts[Number(code.slice(0, 2))] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
  // 99 degrees of freedom: beyond these lies one even spread in 10,000.
  expect(chiSquare).toBeGreaterThan(53);
  expect(chiSquare).toBeLessThan(161);
});
