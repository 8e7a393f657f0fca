import { expect, test } from 'vitest';

import { PASSWORD as DEMO_PASSWORD } from '#demo/load-members.ts';
import commonStems from '#lib/server/people/passwords/common-password-stems.json' with { type: 'json' };
import { isCommonPassword } from '#lib/server/people/passwords/common-password.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const CHANGE = '/api/web/account/password';
const LOGIN = '/api/web/auth/login';
const NEW = 'Bagong-Bukid-7';

test('changing the password logs out other sessions, keeps this one, and sends an email', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  const { email } = phone.member;
  const others = [await site.signedIn(phone.member), await site.signedIn(phone.member)];
  const otherMember = await site.signedIn();
  const { status, body } = await phone.change('PATCH', CHANGE, {
    old_password: PASSWORD,
    new_password: NEW,
  });
  expect(status).toBe(200);
  expect(body['data'].email).toBe(email);
  expect((await phone.get('/api/web/forum')).status).toBe(200);
  for (const device of others) expect((await device.get('/api/web/forum')).status).toBe(401);
  expect((await otherMember.get('/api/web/forum')).status).toBe(200);
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(401);
  expect((await site.guest().post(LOGIN, { email, password: NEW })).status).toBe(200);
  const emails = await deliveredEmails(site);
  expect(emails).toHaveLength(1);
  expect(emails[0]).toContain('Subject: Your Glean password was changed');
});

test('the demo’s password follows the rules', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const change = (old_password: string, new_password: string) =>
    browser.change('PATCH', CHANGE, { old_password, new_password });
  expect((await change(PASSWORD, NEW)).status).toBe(200);
  expect((await change(NEW, DEMO_PASSWORD)).status).toBe(200);
});

test('a wrong current password changes nothing (ASVS 6.2.3)', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const other = await site.signedIn(browser.member);
  const wrong = { old_password: 'Palay-2025!', new_password: NEW };
  const { status, body } = await browser.change('PATCH', CHANGE, wrong);
  expect(status).toBe(403);
  expect(body['error']).toBe(MESSAGES.wrong_current_password);
  expect((await other.get('/api/web/forum')).status).toBe(200);
  const { email } = browser.member;
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(200);
  expect(await deliveredEmails(site)).toEqual([]);
});

test('guesses of the current password are limited to ten', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const statuses = [];
  for (let nth = 0; nth < 11; nth += 1) {
    const guess = { old_password: `guess ${nth}`, new_password: NEW };
    statuses.push((await browser.change('PATCH', CHANGE, guess)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429]);
});

test('password changes are limited to ten', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const statuses = [];
  let old_password = PASSWORD;
  for (let nth = 0; nth < 11; nth += 1) {
    const new_password = `Bagong-Bukid-${nth}`;
    const { status } = await browser.change('PATCH', CHANGE, { old_password, new_password });
    statuses.push(status);
    old_password = new_password;
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect(await deliveredEmails(site)).toHaveLength(10);
});

const MISSING = 'Please enter your current password, new password, and confirmation.';
const WEAK =
  'Your password must be at least 8 characters long and contain at least one special character.';

test.each([
  ['no current password', { old_password: '' }, MISSING],
  ['no new password', { new_password: '' }, MISSING],
  ['7 characters (ASVS 6.2.1)', { new_password: 'Bukid-7' }, WEAK],
  ['no lower case', { new_password: 'BAGONG-BUKID' }, WEAK],
  ['no upper case', { new_password: 'bagong-bukid' }, WEAK],
  ['no special character', { new_password: 'BagongBukid77' }, WEAK],
  ['a space as the only special character', { new_password: 'Bagong Bukid 77' }, WEAK],
  [
    'a well-known password (ASVS 6.2.4)',
    { new_password: 'Password-123' },
    MESSAGES.common_password,
  ],
  ['the site’s name (ASVS 6.2.11)', { new_password: 'Glean-2026!' }, MESSAGES.common_password],
  ['the region', { new_password: 'P@mpanga-Luz0n-1' }, MESSAGES.common_password],
  ['the crop', { new_password: 'Palay-2027!' }, MESSAGES.common_password],
  ['one letter repeated', { new_password: 'Aaaaaaaa-1' }, MESSAGES.common_password],
  ['two letters repeated', { new_password: 'Lalalala-2026!' }, MESSAGES.common_password],
  ['a row of the keyboard', { new_password: 'Sdfghj-123' }, MESSAGES.common_password],
  ['the member’s name', { new_password: 'J0sé-Bañez-99' }, MESSAGES.common_password],
  ['the member’s email', { new_password: 'Mushr00ms-Xy-1' }, MESSAGES.common_password],
  ['the current password', { new_password: PASSWORD }, MESSAGES.password_unchanged],
  ['a number', { new_password: 12_345_678 }, MISSING],
])('a change with %s is rejected', async (_, given, error) => {
  const site = await openSite();
  const jose = { first_name: 'José', last_name: 'Banez', email: 'mush.rooms@glean.example' };
  const browser = await site.signedIn(await site.member(jose));
  const input = { old_password: PASSWORD, new_password: NEW, ...given };
  const { status, body } = await browser.change('PATCH', CHANGE, input);
  expect({ status, error: body['error'] }).toEqual({ status: 400, error });
});

test.each([
  ['64 characters', `Aa-${'x'.repeat(61)}`],
  ['128 characters', `Sa tag-ulan ay ${'dayami at ipa, '.repeat(9)}`.slice(0, 128)],
  ['emoji', 'Dayami🌾🌾🌾🌾🌾'],
  ['letters of another script', 'Ёлка-под-снегом'],
  ['spaces around', '  Damo-sa-bukid  '],
])('a password of %s is stored unchanged (ASVS 6.2.9)', async (_, password) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { email } = browser.member;
  const input = { old_password: PASSWORD, new_password: password };
  expect((await browser.change('PATCH', CHANGE, input)).status).toBe(200);
  expect((await site.guest().post(LOGIN, { email, password })).status).toBe(200);
  const cut = await site
    .guest()
    .post(LOGIN, { email, password: Array.from(password).slice(0, -1).join('') });
  expect(cut.status).toBe(401);
});

test.each([
  ['cut at 72 bytes', `Aa-${'x'.repeat(97)}`, `Aa-${'x'.repeat(69)}`],
  [
    'with compatibility characters replaced',
    'Tinola-sa-\ufb01esta-\uff12\uff10',
    'Tinola-sa-fiesta-20',
  ],
])('a password %s does not log in (ASVS 6.2.8)', async (_, password, changed) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { email } = browser.member;
  await browser.change('PATCH', CHANGE, { old_password: PASSWORD, new_password: password });
  expect((await site.guest().post(LOGIN, { email, password })).status).toBe(200);
  expect((await site.guest().post(LOGIN, { email, password: changed })).status).toBe(401);
});

test('a new site has no default accounts (ASVS 6.3.2)', async () => {
  const site = await openSite();
  expect(await site.services.db.selectFrom('members').select('id').execute()).toEqual([]);
  const names = [
    'admin',
    'root',
    'staff',
    'test',
    'demo',
    'guest',
    'user',
    'info',
    'maria',
    'support',
  ];
  for (const [nth, name] of names.entries())
    for (const password of [name, nth % 2 ? 'password' : PASSWORD]) {
      const response = await site.guest().post(LOGIN, { email: `${name}@glean.example`, password });
      expect(response.status).toBe(401);
    }
});

test('a new hash is argon2id with 19 MiB and two passes (ASVS 11.4.2)', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  await browser.change('PATCH', CHANGE, { old_password: PASSWORD, new_password: NEW });
  const { password_hash } = await site.services.db
    .selectFrom('members')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

const dressed = (stem: string) => [`${stem}1!`, `${stem.toUpperCase()}-2026!`, `!!${stem}99`];

test('variations of common passwords are recognized (ASVS 6.2.12)', () => {
  const stems = commonStems.slice(0, 1000);
  for (const password of stems.flatMap(dressed)) expect(isCommonPassword(password)).toBe(true);
  for (const password of ['P@$$w0rd!', 'Gl3an-2026!', 'Glean_Glean_7', 'EduHub#2024'])
    expect(isCommonPassword(password)).toBe(true);
  expect(isCommonPassword('Niña-ni-Jun-Cruz', ['Jun Cruz', 'jun'])).toBe(false);
  for (const password of [NEW, 'Sunshine over the rice field!', 'xK9#mQ2$vL', '!Ab12345'])
    expect(isCommonPassword(password)).toBe(false);
});
