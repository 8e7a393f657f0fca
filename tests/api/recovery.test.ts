import { expect, test } from 'vitest';

import { PASSWORD_MESSAGES } from '#lib/contract/passwords.ts';
import { sweepResets } from '#lib/server/password-reset/service.ts';
import { openSite, PASSWORD } from '#tests/support/api.ts';
import { codeIn, outbox } from '#tests/support/letters.ts';
import { ask, AUTH, begun, check, NEW, reset, verify } from '#tests/support/recovery-calls.ts';

const MINUTE = 60_000;

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
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect(cookies).toEqual([expect.stringMatching(/^device=[^;]/)]);
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
    answers.push({
      status,
      token: body['data'].token.length,
      keys: Object.keys(body['data']),
      type: headers.get('content-type'),
    });
  }
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  const letters = await outbox(site);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain(`<${known.email}>`);
});

test('an unknown address costs the same statements, and wrong codes for it are answered the same', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const count = async (table: 'password_resets' | 'emails') =>
    (await site.services.db.selectFrom(table).selectAll().execute()).length;
  const browser = site.guest();
  const tokens = [];
  for (const [nth, address] of [email, 'nobody@glean.example'].entries()) {
    tokens.push((await ask(browser, address)).body['data'].token);
    expect([await count('password_resets'), await count('emails')]).toEqual([nth + 1, nth + 1]);
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

test('unknown addresses take as much work to answer as known ones', async () => {
  const site = await openSite();
  // Our own work, not the clock's time: a busy machine adds nothing to it.
  const work = async (email: string) => {
    const browser = site.guest();
    const token = await browser.token();
    await site.services.limits.reset('resetIp', '127.0.0.1');
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
  // The median: of garbage collected during some of them it knows nothing.
  const [unknown = 0, known = 0] = works.map((all) => all.toSorted((a, b) => a - b)[20]);
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.3);
});

test('a signed-in member may recover too, and is signed out by it', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const { browser, token_id, otp } = await begun(site, member.member.email, member);
  expect((await verify(browser, token_id, otp)).status).toBe(200);
  expect((await reset(browser, token_id)).status).toBe(200);
  expect((await browser.get('/api/web/forum')).status).toBe(401);
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
  ['one’s own name', 'Dizon-Ana-2026!', PASSWORD_MESSAGES.common],
])(
  'a new password that is %s is refused, and the code still leads on',
  async (_, password, error) => {
    const site = await openSite();
    const { email } = await site.member({ first_name: 'Ana', last_name: 'Dizon' });
    const { browser, token_id, otp } = await begun(site, email);
    await verify(browser, token_id, otp);
    const { status, body } = await reset(browser, token_id, password);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error });
    expect((await reset(browser, token_id)).status).toBe(200);
  },
);

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
    await db.selectFrom('password_resets').selectAll().execute(),
    await db.selectFrom('emails').selectAll().execute(),
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

test('recoveries that ended are swept away', async () => {
  const site = await openSite();
  const { email } = await site.member();
  await ask(site.guest(), email);
  const kept = () => site.services.db.selectFrom('password_resets').select('client_hash').execute();
  site.wait(9 * MINUTE);
  await sweepResets(site.services);
  expect(await kept()).toHaveLength(1);
  site.wait(2 * MINUTE);
  await sweepResets(site.services);
  expect(await kept()).toEqual([]);
});
