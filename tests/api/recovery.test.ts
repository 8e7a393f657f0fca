import { expect, test } from 'vitest';

import { PASSWORD_MESSAGES } from '#lib/contract/passwords.ts';
import { CODE_MESSAGES } from '#lib/contract/recovery.ts';
import { newCode, sweepResets } from '#lib/server/domain/recovery.ts';
import { hashToken } from '#lib/server/secrets.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/api.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { codeIn, outbox } from '#tests/support/letters.ts';

const AUTH = '/api/web/auth';
const NEW = 'Bagong-Bukid-7';
const MINUTE = 60_000;

const ask = async (browser: Browser, email: string) =>
  browser.post(`${AUTH}/forgot-password`, { email });

/** Lets another code be asked for at once: the limits have a clock of their own. */
const allowAgain = ({ services }: Site, email: string) =>
  services.limits.forget('recoverAgain', hashToken(email));

/** A recovery that has begun: the browser, its token, and the code of the letter. */
async function begun(site: Site, email: string, browser = site.guest()) {
  const { body } = await ask(browser, email);
  const token_id: string = body['data'].token;
  return { browser, token_id, otp: codeIn(await outbox(site)) };
}

/** A code that is not the right one. */
const wrong = (otp: string) => String((Number(otp) + 1) % 1e8).padStart(8, '0');

const check = (browser: Browser, token_id: string) =>
  browser.post(`${AUTH}/check-forgot-token`, { token_id });
const verify = (browser: Browser, token_id: string, otp: string) =>
  browser.post(`${AUTH}/verify-otp`, { otp, token_id });
const reset = (browser: Browser, token_id: string, password = NEW) =>
  browser.post(`${AUTH}/reset-password`, { password, token_id });

test('a member who forgot the password gets a code by mail and sets a new one', async () => {
  const site = await openSite();
  const { email } = await site.member({ first_name: 'Ana', last_name: 'Dizon' });
  const { browser, token_id, otp } = await begun(site, email);
  expect((await check(browser, token_id)).body).toEqual({ data: null });
  expect((await verify(browser, token_id, otp)).body).toEqual({ data: null });
  expect((await check(browser, token_id)).status).toBe(200);
  expect((await reset(browser, token_id)).body).toEqual({ data: null });
  expect((await check(browser, token_id)).status).toBe(400);
  expect((await reset(browser, token_id)).status).toBe(400);
  const old = await site.guest().post(`${AUTH}/login`, { email, password: PASSWORD });
  expect(old.status).toBe(401);
  const fresh = await site.guest().post(`${AUTH}/login`, { email, password: NEW });
  expect(fresh.status).toBe(200);
});

test('success ends every session, begins none, and tells the member (ASVS 6.4.3, 7.4.3)', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  const others = [await site.signedIn(phone.member), await site.signedIn(phone.member)];
  const { browser, token_id, otp } = await begun(site, phone.member.email);
  const answers = [await verify(browser, token_id, otp), await reset(browser, token_id)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  expect(browser.cookies.has('session')).toBe(false);
  for (const device of [phone, ...others])
    expect((await device.get('/api/web/forum')).status).toBe(401);
  expect(await site.services.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  const notice = (await outbox(site)).at(-1);
  expect(notice).toContain('Subject: Your Glean password was changed');
  expect(notice).toContain(`<${phone.member.email}>`);
});

test('an unknown address, and a disabled member’s, are answered like any other', async () => {
  const site = await openSite();
  const known = await site.member();
  const disabled = await site.member({ disabled_at: 1 });
  const emails = [known.email, disabled.email, 'nobody@glean.example'];
  const answers = [];
  for (const email of emails) {
    const { status, body, headers } = await ask(site.guest(), email);
    answers.push({ status, token: body['data'].token.length, keys: Object.keys(body['data']), type: headers.get('content-type') });
  }
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  const letters = await outbox(site);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain(`<${known.email}>`);
});

test('an unknown address costs the same statements, and wrong codes for it are answered the same', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const count = async (table: 'resets' | 'letters') =>
    (await site.services.db.selectFrom(table).selectAll().execute()).length;
  const browser = site.guest();
  const tokens = [];
  for (const [nth, address] of [email, 'nobody@glean.example'].entries()) {
    tokens.push((await ask(browser, address)).body['data'].token);
    expect([await count('resets'), await count('letters')]).toEqual([nth + 1, nth + 1]);
  }
  const statuses = [];
  for (const token of tokens) {
    const seen = [];
    for (let nth = 0; nth < 7; nth += 1) {
      const { status, body } = await verify(browser, token, `0000000${nth}`);
      seen.push(`${status} ${body['error'].replace(/\d+/, 'n')}`);
    }
    statuses.push(seen);
  }
  expect(statuses[0]).toEqual(statuses[1]);
});

test('unknown addresses take as long to answer as known ones', async () => {
  const site = await openSite();
  const median = async (emails: string[]) => {
    const times = [];
    for (const email of emails) {
      const browser = site.guest();
      const token = await browser.token();
      const start = performance.now();
      await browser.post(`${AUTH}/forgot-password`, { email }, { 'x-csrf-token': token });
      times.push(performance.now() - start);
      await site.services.limits.forget('recoverAddress', '127.0.0.1');
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const known = [];
  for (let nth = 0; nth < 25; nth += 1) known.push((await site.member()).email);
  await median(['warm@glean.example', 'up@glean.example']);
  const [one, other] = [await median(known), await median(known.map((email) => `x${email}`))];
  expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(1.6);
});

test('a wrong code is refused, and the right one still works', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await begun(site, email);
  const { status, body } = await verify(browser, token_id, wrong(otp));
  expect({ status, error: body['error'] }).toEqual({ status: 400, error: CODE_MESSAGES.wrong });
  expect((await reset(browser, token_id)).status).toBe(400);
  expect((await verify(browser, token_id, ` ${otp.slice(0, 4)}-${otp.slice(4)} `)).status).toBe(200);
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
  for (let nth = 0; nth < 3; nth += 1) await verify(first.browser, first.token_id, wrong(first.otp));
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
  site.wait(61 * MINUTE);
  await allowAgain(site, email);
  const third = await begun(site, email);
  expect((await verify(third.browser, third.token_id, third.otp)).status).toBe(200);
}, 60_000);

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

test('a signed-in member may recover too, and is signed out by it', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const { browser, token_id, otp } = await begun(site, member.member.email, member);
  expect((await verify(browser, token_id, otp)).status).toBe(200);
  expect((await reset(browser, token_id)).status).toBe(200);
  expect((await browser.get('/api/web/forum')).status).toBe(401);
});

test('another code is to be had after a minute, and five in an hour', async () => {
  const site = await openSite();
  const { email } = await site.member();
  expect((await ask(site.guest(), email)).status).toBe(200);
  const soon = await ask(site.guest(), email);
  expect(soon.status).toBe(429);
  expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  for (let nth = 0; nth < 4; nth += 1) {
    await allowAgain(site, email);
    expect((await ask(site.guest(), email)).status).toBe(200);
  }
  await allowAgain(site, email);
  expect((await ask(site.guest(), email)).status).toBe(429);
});

test('strangers who ask for codes do not keep the owner’s own browser from it', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { email } = owner.member;
  for (let nth = 0; nth < 6; nth += 1) {
    await ask(site.guest(), email);
    await allowAgain(site, email);
  }
  expect((await ask(site.guest(), email)).status).toBe(429);
  await allowAgain(site, email);
  expect((await ask(owner, email)).status).toBe(200);
});

test('wrong passwords from before no longer count after a reset', async () => {
  const site = await openSite();
  const { email } = await site.member();
  for (let nth = 0; nth < 10; nth += 1)
    await site.guest().post(`${AUTH}/login`, { email, password: `guess ${nth}` });
  const { browser, token_id, otp } = await begun(site, email);
  await verify(browser, token_id, otp);
  await reset(browser, token_id);
  expect((await browser.post(`${AUTH}/login`, { email, password: NEW })).status).toBe(200);
});

test.each([
  ['short', 'Aa-4567', PASSWORD_MESSAGES.weak],
  ['without a special character', 'Palay2026', PASSWORD_MESSAGES.weak],
  ['easy to guess', 'P@ssw0rd-2026!', PASSWORD_MESSAGES.common],
])('a new password that is %s is refused, and the code still leads on', async (_, password, error) => {
  const site = await openSite();
  const { email } = await site.member();
  const { browser, token_id, otp } = await begun(site, email);
  await verify(browser, token_id, otp);
  const { status, body } = await reset(browser, token_id, password);
  expect({ status, error: body['error'] }).toEqual({ status: 400, error });
  expect((await reset(browser, token_id)).status).toBe(200);
});

test.each([
  ['no token', {}],
  ['a short token', { token_id: 'x' }],
  ['a list', { token_id: ['x'.repeat(43)] }],
  ['a token of nobody', { token_id: 'x'.repeat(43) }],
])('%s is answered 400 by all three calls (ASVS 2.3.1)', async (_, given) => {
  const site = await openSite();
  const browser = site.guest();
  for (const [call, more] of [
    ['check-forgot-token', {}],
    ['verify-otp', { otp: '12345678' }],
    ['reset-password', { password: NEW }],
  ] as const)
    expect((await browser.post(`${AUTH}/${call}`, { ...given, ...more })).status).toBe(400);
});

test('the database holds neither code nor token, and the log none of both (ASVS 11.5.1, 14.2.1, 16.2.5)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const browser = site.guest();
  const token_id: string = (await ask(browser, email)).body['data'].token;
  expect(Buffer.from(token_id, 'base64url')).toHaveLength(32);
  const { db } = site.services;
  const kept = JSON.stringify([
    await db.selectFrom('resets').selectAll().execute(),
    await db.selectFrom('letters').selectAll().execute(),
  ]);
  const otp = codeIn(await outbox(site));
  expect(otp).toMatch(/^\d{8}$/);
  expect(kept).not.toContain(otp);
  expect(kept).not.toContain(token_id);
  expect(kept).not.toContain(email);
  await verify(browser, token_id, otp);
  await reset(browser, token_id);
  const log = site.log.join('\n');
  expect(log).toContain('recovery_begun');
  for (const secret of [otp, token_id, NEW]) expect(log).not.toContain(secret);
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

test('recoveries that ended are swept away once their tries no longer count', async () => {
  const site = await openSite();
  const { email } = await site.member();
  await ask(site.guest(), email);
  site.wait(30 * MINUTE);
  await sweepResets(site.services);
  expect(await site.services.db.selectFrom('resets').select('tries').execute()).toHaveLength(1);
  site.wait(45 * MINUTE);
  await sweepResets(site.services);
  expect(await site.services.db.selectFrom('resets').select('tries').execute()).toEqual([]);
});
