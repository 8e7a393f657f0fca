// Making, listing and removing personal access tokens.
import { expect, test } from 'vitest';

import { MAX_TOKENS } from '#lib/contract/limits.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { regionDay } from '#lib/site.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { addPasskey, confirmWith } from '#tests/support/nouns/passkeys.ts';
import {
  askForToken,
  makeToken,
  sendWithToken,
  TOKENS,
} from '#tests/support/nouns/personal-tokens.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const PAGE = '/profile/tokens';
const PROFILE = ['GET', '/api/web/account/profile'] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

test('a token is shown once, and stored as its hash', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await askForToken(browser, { name: '  My  phone ', scope: 'write' });
  expect(status).toBe(201);
  const { token, ...rest } = body['data'];
  expect(token).toMatch(/^glean_pat_[\w-]{43}$/);
  expect(rest).toMatchObject({ name: 'My  phone', scope: 'write', until: null, last_used: null });
  const list = await browser.get(TOKENS);
  expect(list.body['data'].tokens).toEqual([rest]);
  expect(JSON.stringify(list.body)).not.toContain(token);
  const rows = await site.services.db.selectFrom('personal_tokens').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.token_hash).toBe(hashToken(token));
  expect(JSON.stringify(rows)).not.toContain(token.slice('glean_pat_'.length));
});

test('creating a token sends an email without it', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { token } = await makeToken(browser, { scope: 'write', name: 'My phone' });
  const [email = ''] = await deliveredEmails(site);
  const text = email.replaceAll('=\r\n', '');
  expect(text).toContain('The access token =E2=80=9CMy phone=E2=80=9D was just created');
  expect(text).toContain('read and write in your name');
  expect(text).not.toContain(token.slice('glean_pat_'.length));
});

test('creating a token always needs the password, however recent the login', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const code = async (confirm_password: string | undefined) => {
    const { status, body } = await browser.post(TOKENS, {
      name: 'App',
      scope: 'read',
      confirm_password,
    });
    return [status, body['field_codes']?.confirm_password];
  };
  expect(await code(undefined)).toEqual([400, 'password_required']);
  for (let tries = 0; tries < 10; tries += 1)
    expect(await code('Wrong-1-Cow!')).toEqual([403, 'wrong_current_password']);
  expect((await code(PASSWORD))[0]).toBe(429);
  expect((await browser.get(TOKENS)).body['data'].tokens).toEqual([]);
});

test('a passkey used in the last minute replaces the password', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const make = () => askForToken(browser, { confirm_password: undefined });
  site.advanceClock(2 * MINUTE_MS);
  expect((await make()).status).toBe(400);
  await confirmWith(authenticator, browser);
  expect((await make()).status).toBe(201);
  site.advanceClock(MINUTE_MS + 1000);
  expect((await make()).status).toBe(400);
});

test.each([
  [{ name: '' }, { name: 'token_name_required' }],
  [{ name: 'x'.repeat(61) }, { name: 'too_long' }],
  [{ scope: 'admin' }, { scope: 'token_scope_invalid' }],
  [{ scope: undefined }, { scope: 'token_scope_invalid' }],
  [{ until: 'tomorrow' }, { until: 'day_invalid' }],
  [{ until: '2020-01-01' }, { until: 'until_past' }],
])('%j is rejected', async (given, field_codes) => {
  const site = await openSite();
  const { status, body } = await askForToken(await site.signedIn(), given as object);
  expect([status, body['field_codes']]).toEqual([400, field_codes]);
});

test('a member has at most 10 tokens, even with concurrent requests', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  for (let made = 1; made < MAX_TOKENS; made += 1) await makeToken(browser);
  const both = await Promise.all([askForToken(browser), askForToken(browser)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(both.map(({ body }) => body['code'])).toContain('too_many_tokens');
  const { tokens } = (await browser.get(TOKENS)).body['data'];
  expect(tokens).toHaveLength(MAX_TOKENS);
  await browser.change('DELETE', `${TOKENS}/${tokens[0].token_id}`);
  expect((await askForToken(browser)).status).toBe(201);
});

test('a token works through its last day, and is then listed as expired', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const until = regionDay(site.services.now());
  const { token } = await makeToken(browser, { until });
  expect((await sendWithToken(site, token, PROFILE)).status).toBe(200);
  site.advanceClock(DAY_MS);
  expect((await sendWithToken(site, token, PROFILE)).status).toBe(401);
  const [listed] = (await browser.get(TOKENS)).body['data'].tokens;
  expect(listed).toMatchObject({ until, has_ended: true, last_used: until });
});

test('the list shows the day of the last use', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { token } = await makeToken(browser);
  site.advanceClock(3 * DAY_MS);
  for (const _ of ['once', 'twice']) await sendWithToken(site, token, PROFILE);
  const [listed] = (await browser.get(TOKENS)).body['data'].tokens;
  expect(listed.last_used).toBe(regionDay(site.services.now()));
});

test('a removed token no longer works, and members cannot remove each other’s', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { token, token_id } = await makeToken(browser);
  const other = await site.signedIn();
  const foreign = await other.change('DELETE', `${TOKENS}/${token_id}`);
  expect([foreign.status, foreign.body['code']]).toEqual([404, 'token_not_found']);
  expect((await other.get(TOKENS)).body['data'].tokens).toEqual([]);
  expect((await sendWithToken(site, token, PROFILE)).status).toBe(200);
  expect((await browser.change('DELETE', `${TOKENS}/${token_id}`)).status).toBe(200);
  expect((await sendWithToken(site, token, PROFILE)).status).toBe(401);
  expect((await browser.change('DELETE', `${TOKENS}/${token_id}`)).status).toBe(404);
});

const FORM = {
  action: 'create',
  token_id: '0198c0de-0000-7000-8000-000000000001',
  name: 'App',
  scope: 'read',
  until: '',
  confirm_password: PASSWORD,
};

test('the plain form creates a token once, however often it is sent, and removes it', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const made = await sendForm(browser, PAGE, FORM);
  expect(made.status).toBe(303);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect(await codeOf(await sendForm(browser, PAGE, FORM))).toEqual([409, 'token_exists']);
  const { tokens } = (await browser.get(TOKENS)).body['data'];
  expect(tokens).toHaveLength(1);
  for (const _ of ['once', 'again']) {
    const removal = { action: 'remove', token_id: tokens[0].token_id };
    expect(redirectOf(await sendForm(browser, PAGE, removal))).toEqual([
      303,
      `${PAGE}?done=removed`,
    ]);
  }
  expect((await browser.get(TOKENS)).body['data'].tokens).toEqual([]);
});

test('the form is rejected without the password, without a CSRF token, and from another site', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { confirm_password: _, ...without } = FORM;
  expect(await codeOf(await sendForm(browser, PAGE, without))).toEqual([400, 'password_required']);
  expect((await sendForm(browser, PAGE, { ...FORM, csrf_token: '' })).status).toBe(403);
  const foreign = { origin: 'https://evil.example' };
  expect((await sendForm(browser, PAGE, FORM, foreign)).status).toBe(403);
  expect((await sendForm(site.guest(), PAGE, FORM)).headers.get('location')).toContain('/login');
  expect((await browser.get(TOKENS)).body['data'].tokens).toEqual([]);
});
