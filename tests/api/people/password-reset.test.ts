import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/passwords/password-reset/service.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { codeIn, deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  askForReset,
  AUTH,
  startReset,
  checkToken,
  NEW,
  setNewPassword,
  verifyCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

test('a member who forgot the password gets a code by email and sets a new password', async () => {
  const site = await openSite();
  const { email } = await site.member({ first_name: 'Ana', last_name: 'Dizon' });
  const { browser, token_id, otp } = await startReset(site, email);
  expect((await checkToken(browser, token_id)).body).toEqual({ data: null });
  expect((await verifyCode(browser, token_id, otp)).body).toEqual({ data: null });
  expect((await checkToken(browser, token_id)).status).toBe(200);
  expect((await setNewPassword(browser, token_id)).body).toEqual({ data: null });
  expect((await checkToken(browser, token_id)).status).toBe(400);
  expect((await setNewPassword(browser, token_id)).status).toBe(400);
  const old = await site.guest().post(`${AUTH}/login`, { email, password: PASSWORD });
  expect(old.status).toBe(401);
  const fresh = await site.guest().post(`${AUTH}/login`, { email, password: NEW });
  expect(fresh.status).toBe(200);
});

test('a reset ends every session, starts none, and notifies the member (ASVS 6.4.3, 7.4.3)', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  const others = [await site.signedIn(phone.member), await site.signedIn(phone.member)];
  const { browser, token_id, otp } = await startReset(site, phone.member.email);
  const responses = [
    await verifyCode(browser, token_id, otp),
    await setNewPassword(browser, token_id),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const cookies = responses.flatMap(({ headers }) => headers.getSetCookie());
  expect(cookies).toEqual([expect.stringMatching(/^device=[^;]/)]);
  expect(browser.cookies.has('session')).toBe(false);
  for (const device of [phone, ...others])
    expect((await device.get('/api/web/forum')).status).toBe(401);
  expect(await site.services.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  const lastEmail = (await deliveredEmails(site)).at(-1);
  expect(lastEmail).toContain('Subject: Your Glean password was changed');
  expect(lastEmail).toContain(`<${phone.member.email}>`);
});

test('a reset of an unknown email, or of a disabled member, gets the same response as any other', async () => {
  const site = await openSite();
  const known = await site.member();
  const disabled = await site.member({ disabled_at: 1 });
  const emails = [known.email, disabled.email, 'nobody@glean.example'];
  const responses = [];
  for (const email of emails) {
    const { status, body, headers } = await askForReset(site.guest(), email);
    responses.push({
      status,
      token: body['data'].token.length,
      keys: Object.keys(body['data']),
      type: headers.get('content-type'),
    });
  }
  expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
  const delivered = await deliveredEmails(site);
  expect(delivered).toHaveLength(1);
  expect(delivered[0]).toContain(`<${known.email}>`);
});

test('an unknown email runs the same statements, and wrong codes for it get the same responses', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const count = async (table: 'password_resets' | 'deliveries') =>
    (await site.services.db.selectFrom(table).selectAll().execute()).length;
  const browser = site.guest();
  const tokens = [];
  for (const [nth, address] of [email, 'nobody@glean.example'].entries()) {
    tokens.push((await askForReset(browser, address)).body['data'].token);
    expect([await count('password_resets'), await count('deliveries')]).toEqual([nth + 1, nth + 1]);
  }
  const statuses = [];
  for (const token of tokens) {
    const results = [];
    for (let nth = 0; nth < 7; nth += 1) {
      const { status, body } = await verifyCode(browser, token, `0000000${nth}`);
      results.push(`${status} ${body['error'].replace(/\d+/, 'n')}`);
    }
    statuses.push(results);
  }
  expect(statuses[0]).toEqual(statuses[1]);
});

test('unknown and known emails take the same processor time', async () => {
  const site = await openSite();
  // Processor time, which does not depend on other processes.
  const work = async (email: string) => {
    const browser = site.guest();
    const token = await browser.token();
    await site.services.limits.reset(LIMITS.resetIp, '127.0.0.1');
    const start = process.cpuUsage();
    await browser.post(`${AUTH}/forgot-password`, { email }, { 'x-csrf-token': token });
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const works: [number[], number[]] = [[], []];
  for (let nth = 0; nth < 40; nth += 1) {
    const member = await site.member();
    works[0].push(await work(`nobody${nth}@glean.example`));
    works[1].push(await work(member.email));
  }
  // The median excludes runs with a garbage collection.
  const [unknown = 0, known = 0] = works.map((all) => all.toSorted((a, b) => a - b)[20]);
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.3);
});

test('a logged-in member may reset the password, and is logged out by it', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const { browser, token_id, otp } = await startReset(site, member.member.email, member);
  expect((await verifyCode(browser, token_id, otp)).status).toBe(200);
  expect((await setNewPassword(browser, token_id)).status).toBe(200);
  expect((await browser.get('/api/web/forum')).status).toBe(401);
});

test('a reset clears the counter of wrong passwords', async () => {
  const site = await openSite();
  const { email } = await site.member();
  for (let nth = 0; nth < 10; nth += 1)
    await site.guest().post(`${AUTH}/login`, { email, password: `guess ${nth}` });
  const { browser, token_id, otp } = await startReset(site, email);
  await verifyCode(browser, token_id, otp);
  await setNewPassword(browser, token_id);
  expect((await browser.post(`${AUTH}/login`, { email, password: NEW })).status).toBe(200);
});

test.each([
  ['short', 'Aa-4567', MESSAGES.password_weak],
  ['without a special character', 'Palay2026', MESSAGES.password_weak],
  ['easy to guess', 'P@ssw0rd-2026!', MESSAGES.common_password],
  ['the member’s name', 'Dizon-Ana-2026!', MESSAGES.common_password],
])(
  'a new password that is %s is rejected, and the code stays valid',
  async (_, password, error) => {
    const site = await openSite();
    const { email } = await site.member({ first_name: 'Ana', last_name: 'Dizon' });
    const { browser, token_id, otp } = await startReset(site, email);
    await verifyCode(browser, token_id, otp);
    const { status, body } = await setNewPassword(browser, token_id, password);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error });
    expect((await setNewPassword(browser, token_id)).status).toBe(200);
  },
);

test.each([
  ['no token', {}],
  ['a short token', { token_id: 'x' }],
  ['an array', { token_id: ['x'.repeat(43)] }],
  ['an unknown token', { token_id: 'x'.repeat(43) }],
])('%s gets 400 from all three calls (ASVS 2.3.1)', async (_, given) => {
  const site = await openSite();
  const browser = site.guest();
  for (const [call, more] of [
    ['check-forgot-token', {}],
    ['verify-otp', { otp: '12345678' }],
    ['reset-password', { password: NEW }],
  ] as const)
    expect((await browser.post(`${AUTH}/${call}`, { ...given, ...more })).status).toBe(400);
});

test('neither database nor log contains a code or token (ASVS 11.5.1, 14.2.1, 16.2.5)', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const browser = site.guest();
  const token_id: string = (await askForReset(browser, email)).body['data'].token;
  expect(Buffer.from(token_id, 'base64url')).toHaveLength(32);
  const { db } = site.services;
  const stored = JSON.stringify([
    await db.selectFrom('password_resets').selectAll().execute(),
    await db.selectFrom('deliveries').selectAll().execute(),
  ]);
  const otp = codeIn(await deliveredEmails(site));
  expect(otp).toMatch(/^\d{8}$/);
  expect(stored).not.toContain(otp);
  expect(stored).not.toContain(token_id);
  expect(stored).not.toContain(email);
  await verifyCode(browser, token_id, otp);
  await setNewPassword(browser, token_id);
  const log = site.log.join('\n');
  expect(log).toContain('password_reset_requested');
  for (const secret of [otp, token_id, NEW]) expect(log).not.toContain(secret);
});

test('a member locked out by wrong passwords can log in right after a reset', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const signIn = (password: string) => site.guest().post(`${AUTH}/login`, { email, password });
  for (let nth = 0; nth < 10; nth += 1) await signIn(`Wrong-${nth}-Straw`);
  expect((await signIn(PASSWORD)).status).toBe(429);
  const { browser, token_id, otp } = await startReset(site, email);
  await verifyCode(browser, token_id, otp);
  await setNewPassword(browser, token_id);
  expect((await signIn(NEW)).status).toBe(200);
});
