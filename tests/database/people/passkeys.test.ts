// A member's passkeys: add, name, remove.
import { expect, test } from 'vitest';

import { MAX_PASSKEYS } from '#lib/contract/limits.ts';
import { Authenticator } from '#tests/support/nouns/authenticator.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  addPasskey,
  confirmWith,
  letConfirmationExpire,
  passkeyNames,
  PASSKEYS,
  signInWith,
  tryToAdd,
} from '#tests/support/nouns/passkeys.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

test('a member adds a passkey, logs in with it, renames it, and removes it', async () => {
  const site = await openSite();
  const { browser, authenticator, id } = await addPasskey(site);
  expect((await signInWith(authenticator, site.guest())).body['data']).toEqual({
    account_id: browser.member.id,
    name: `${browser.member.first_name} ${browser.member.last_name}`,
  });
  const renamed = await browser.change('PATCH', `${PASSKEYS}/${id}`, { name: ' My phone ' });
  expect(renamed.body['data']).toMatchObject({ name: 'My phone', last_used: expect.any(String) });
  expect((await browser.change('DELETE', `${PASSKEYS}/${id}`)).status).toBe(200);
  expect(await passkeyNames(browser)).toEqual([]);
  expect((await signInWith(authenticator, site.guest())).status).toBe(401);
  expect((await browser.change('DELETE', `${PASSKEYS}/${id}`)).body['code']).toBe(
    'passkey_not_found',
  );
});

test('a passkey is named after its password manager, or else after the browser', async () => {
  const browser = await (await openSite()).signedIn();
  await tryToAdd(browser, new Authenticator(), { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' });
  const { body } = await browser.get(`${PASSKEYS}/options`, { 'user-agent': ANDROID });
  const created = new Authenticator().create(body['data']);
  await browser.post(PASSKEYS, created, { 'user-agent': ANDROID });
  expect(await passkeyNames(browser)).toEqual(['Chrome on Android', 'Google Password Manager']);
});

test.each([
  ['', 'passkey_name_required'],
  ['x'.repeat(61), 'too_long'],
  ['a\u202eb', 'unprintable_characters'],
])('the name %j is rejected', async (name, code) => {
  const { browser, id } = await addPasskey(await openSite());
  const { status, body } = await browser.change('PATCH', `${PASSKEYS}/${id}`, { name });
  expect([status, body['field_codes']]).toEqual([400, { name: code }]);
});

test('other members cannot see, name or remove a passkey', async () => {
  const site = await openSite();
  const { browser: owner, id } = await addPasskey(site);
  const other = await site.signedIn();
  expect(await passkeyNames(other)).toEqual([]);
  for (const method of ['PATCH', 'DELETE'])
    expect((await other.change(method, `${PASSKEYS}/${id}`, { name: 'Mine' })).status).toBe(404);
  expect(await passkeyNames(owner)).not.toContain('Mine');
  expect(await passkeyNames(owner)).toHaveLength(1);
});

test('an existing passkey cannot be added again, by any member', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  for (const each of [browser, await site.signedIn()])
    expect((await tryToAdd(each, authenticator)).body['code']).toBe('passkey_exists');
  expect(await passkeyNames(browser)).toHaveLength(1);
});

test('a member has at most 10 passkeys, even with concurrent requests', async () => {
  const browser = await (await openSite()).signedIn();
  for (let nth = 1; nth < MAX_PASSKEYS; nth += 1) await tryToAdd(browser);
  const [one, two] = [
    await browser.get(`${PASSKEYS}/options`),
    await browser.get(`${PASSKEYS}/options`),
  ];
  const both = await Promise.all(
    [one, two].map(({ body }) => browser.post(PASSKEYS, new Authenticator().create(body['data']))),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await passkeyNames(browser)).toHaveLength(MAX_PASSKEYS);
  expect((await browser.get(`${PASSKEYS}/options`)).body['code']).toBe('too_many_passkeys');
});

test('adding and removing need a fresh confirmation, renaming does not', async () => {
  const site = await openSite();
  const { browser, id } = await addPasskey(site);
  const options = (await browser.get(`${PASSKEYS}/options`)).body['data'];
  letConfirmationExpire(site);
  const rejected = [
    await browser.get(`${PASSKEYS}/options`),
    await browser.post(PASSKEYS, new Authenticator().create(options)),
    await browser.change('DELETE', `${PASSKEYS}/${id}`),
  ];
  for (const { status, body } of rejected)
    expect([status, body['code']]).toEqual([403, 'confirmation_required']);
  const { status } = await browser.change('PATCH', `${PASSKEYS}/${id}`, { name: 'Phone' });
  expect(status).toBe(200);
  expect(await passkeyNames(browser)).toEqual(['Phone']);
});

test('a passkey replaces the password as confirmation, for its owner only', async () => {
  const site = await openSite();
  const { browser, authenticator, id } = await addPasskey(site);
  const stranger = await addPasskey(site);
  letConfirmationExpire(site);
  const wrong = await confirmWith(stranger.authenticator, browser);
  expect([wrong.status, wrong.body['code']]).toEqual([401, 'passkey_rejected']);
  expect((await browser.change('DELETE', `${PASSKEYS}/${id}`)).status).toBe(403);
  expect((await confirmWith(authenticator, browser)).status).toBe(200);
  expect((await browser.change('DELETE', `${PASSKEYS}/${id}`)).status).toBe(200);
});

test('a sign-in with a passkey is a fresh confirmation', async () => {
  const site = await openSite();
  const { authenticator, id } = await addPasskey(site);
  letConfirmationExpire(site);
  const browser = site.guest();
  await signInWith(authenticator, browser);
  expect((await browser.change('DELETE', `${PASSKEYS}/${id}`)).status).toBe(200);
});

test('the member gets an email when a passkey is added, and when one is removed', async () => {
  const site = await openSite();
  const { browser, id } = await addPasskey(site);
  await browser.change('PATCH', `${PASSKEYS}/${id}`, { name: 'Red phone' });
  await browser.change('DELETE', `${PASSKEYS}/${id}`);
  const emails = await deliveredEmails(site);
  expect(emails).toHaveLength(2);
  for (const email of emails) expect(email).toContain(browser.member.email);
  expect(emails.find((email) => email.includes('A passkey was added'))).toBeDefined();
  expect(emails.find((email) => email.includes('A passkey was removed'))).toContain('Red phone');
});

test('passkeys stay when the password changes, and the email mentions them', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const change = { old_password: PASSWORD, new_password: 'Another-1-for-Cows' };
  expect((await browser.change('PATCH', '/api/web/account/password', change)).status).toBe(200);
  expect((await signInWith(authenticator, site.guest())).status).toBe(200);
  const about = (await deliveredEmails(site)).find((email) =>
    email.includes('password was changed'),
  );
  expect(about).toContain('/profile/passkeys');
});

test('passkeys are deleted with their member', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const { db } = site.services;
  await db.deleteFrom('members').where('id', '=', browser.member.id).execute();
  expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([]);
  expect((await signInWith(authenticator, site.guest())).status).toBe(401);
});
