// Login with a phone number, for members with and without an email.
import { expect, test } from 'vitest';

import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { LIMITS } from '#lib/server/people/credentials/sign-in-limits.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const LOGIN = '/api/web/auth/phone-login';
const PHONE = '09171234567';
const UNKNOWN = '09189999999';

const median = (of: number[]) => of.toSorted((a, b) => a - b)[4] ?? 0;

const signIn = (site: Site, phone_number: string, password = PASSWORD) =>
  site.guest().post(LOGIN, { phone_number, password });

test('a member logs in with their number in any format, and the device is known afterwards', async () => {
  const site = await openSite();
  const { member } = await joinByPhone(site, PHONE, { first_name: 'Lito', last_name: 'Bautista' });
  for (const typed of [PHONE, '+63 917 123 4567', '0917-123-4567', '639171234567']) {
    const { status, body } = await signIn(site, typed);
    expect([typed, status]).toEqual([typed, 200]);
    expect(body).toEqual({ data: { account_id: member.id, name: 'Lito Bautista' } });
  }
  const browser = site.guest();
  await browser.post(LOGIN, { phone_number: PHONE, password: PASSWORD });
  expect((await browser.get('/api/web/forum')).status).toBe(200);
  await browser.post('/api/web/auth/logout');
  for (let nth = 0; nth < 10; nth += 1) await signIn(site, PHONE, 'wrong');
  expect((await signIn(site, PHONE)).status).toBe(429);
  expect((await browser.post(LOGIN, { phone_number: PHONE, password: PASSWORD })).status).toBe(200);
});

test('neither a contact number nor that of a disabled member allows a login', async () => {
  const site = await openSite();
  await site.member({ contact_phone: PHONE });
  await joinByPhone(site, '09180000001', { disabled_at: 1 });
  expect((await signIn(site, PHONE)).status).toBe(401);
  expect((await signIn(site, '09180000001')).status).toBe(401);
  const email = { email: PHONE, password: PASSWORD };
  expect((await site.guest().post('/api/web/auth/login', email)).status).toBe(400);
});

test('known and unknown numbers get the same responses and limits', async () => {
  const site = await openSite();
  await joinByPhone(site, PHONE);
  await site.member({ contact_phone: '09170000002' });
  const outcomes = new Set<string>();
  for (const phone of [PHONE, UNKNOWN, '09170000002']) {
    const seen: unknown[] = [];
    for (let nth = 0; nth < 11; nth += 1) {
      const { status, body } = await signIn(site, phone, 'wrong');
      seen.push([status, body['code'], body['error']]);
    }
    outcomes.add(JSON.stringify(seen));
    await site.services.limits.reset(LIMITS.signInIp, '127.0.0.1');
  }
  expect(outcomes.size).toBe(1);
  expect([...outcomes].join('')).toContain('Wrong phone number or password. Please try again.');
});

test('known and unknown numbers take the same processor time', async () => {
  const site = await openSite();
  // Hashed at the server's cost, unlike the members of tests.
  await joinByPhone(site, PHONE, { password_hash: await hashPassword(PASSWORD) });
  const work = async (phone_number: string) => {
    const browser = site.guest();
    const token = await browser.token();
    await site.services.limits.reset(LIMITS.signInIp, '127.0.0.1');
    const start = process.cpuUsage();
    await browser.post(LOGIN, { phone_number, password: NEW_PASSWORD }, { 'x-csrf-token': token });
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const works = { known: [] as number[], unknown: [] as number[] };
  for (let nth = 0; nth < 9; nth += 1) {
    works.known.push(await work(PHONE));
    works.unknown.push(await work(`0918${String(nth).padStart(7, '0')}`));
  }
  const ratio = median(works.known) / median(works.unknown);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

test('the form of the page works without JavaScript, and redirects back', async () => {
  const site = await openSite();
  await joinByPhone(site, PHONE);
  const browser = site.guest();
  const path = `/login/phone?redirect=${encodeURIComponent('/exchange')}`;
  const rejected = await sendForm(browser, path, { phone_number: PHONE, password: 'wrong' });
  expect(rejected.status).toBe(401);
  const sent = await sendForm(browser, path, { phone_number: PHONE, password: PASSWORD });
  expect(redirectOf(sent)).toEqual([303, '/exchange']);
  expect((await browser.get('/api/web/forum')).status).toBe(200);
  const evil = '/login/phone?redirect=https%3A%2F%2Fevil.example';
  const elsewhere = await sendForm(site.guest(), evil, {
    phone_number: PHONE,
    password: PASSWORD,
  });
  expect(redirectOf(elsewhere)).toEqual([303, '/forums/explore']);
});
