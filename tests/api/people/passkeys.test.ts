// The origins of passkeys, their rate limits, and their plain forms.
import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/passkeys/service.ts';
import { passkeyObstacle } from '#lib/server/people/passkeys/webauthn.ts';
import { Authenticator } from '#tests/support/nouns/authenticator.ts';
import {
  addPasskey,
  letConfirmationExpire,
  passkeyNames,
  SIGN_IN,
  signInOptions,
  signInWith,
} from '#tests/support/nouns/passkeys.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const SECRET = 'a secret that is long enough for the tests';
const PAGE = '/profile/passkeys';

test.each(['https://glean.example', 'http://localhost:4321'])(
  'passkeys at %s are for its host',
  async (PUBLIC_URL) => {
    const site = await openSite({ DEMO: '', SECRET, PUBLIC_URL });
    const { rpId } = await signInOptions(site.guest());
    expect(rpId).toBe(new URL(PUBLIC_URL).hostname);
    expect(passkeyObstacle(site.services.config, 'evil.example')).toBeNull();
  },
);

test.each(['http://glean.example', 'https://203.0.113.7', 'https://[2001:db8::1]'])(
  'there are no passkeys on %s',
  async (PUBLIC_URL) => {
    const site = await openSite({ DEMO: '', SECRET, PUBLIC_URL });
    const { status, body } = await site.guest().get(`${SIGN_IN}/options`);
    expect([status, body['code']]).toEqual([409, 'passkeys_unavailable']);
    expect(passkeyObstacle(site.services.config, 'glean.example')).toContain('https');
  },
);

test('a demo has passkeys on localhost only, and shows that', async () => {
  const site = await openSite();
  const guest = site.guest();
  for (const host of ['127.0.0.1:4321', 'demo', '[::1]:4321', 'localhost.evil.example']) {
    const { body } = await guest.get(`${SIGN_IN}/options`, { host });
    expect(body['code']).toBe('passkeys_unavailable');
    expect(passkeyObstacle(site.services.config, host)).toContain('http://localhost:4321');
  }
  const { body } = await guest.get(`${SIGN_IN}/options`, { host: 'localhost:8080' });
  expect(body['data'].rpId).toBe('localhost');
});

test.each([
  [{}, 'passkey_invalid'],
  [{ response: { clientDataJSON: '<' } }, 'passkey_invalid'],
])('what is no passkey is rejected: %j', async (wrong, code) => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const guest = site.guest();
  const used = { ...authenticator.use(await signInOptions(guest)), response: {}, ...wrong };
  const { status, body } = await guest.post(SIGN_IN, used);
  expect(status).toBe(400);
  expect(Object.values(body['field_codes'])).toContain(code);
});

test('client data that is not JSON is rejected', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const guest = site.guest();
  const used = authenticator.use(await signInOptions(guest));
  used.response.clientDataJSON = Buffer.from('{"challenge').toString('base64url');
  expect((await guest.post(SIGN_IN, used)).status).toBe(401);
});

test('rejected passkeys are limited, for an unknown browser by network', async () => {
  const site = await openSite();
  const { authenticator, browser } = await addPasskey(site);
  const known = await site.loggedIn(browser.member);
  const { points } = LIMITS.passkeyIp;
  const guest = site.guest();
  for (let nth = 0; nth < points; nth += 1)
    expect((await signInWith(new Authenticator(), guest)).status).toBe(401);
  const limited = await signInWith(authenticator, site.guest());
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  known.cookies.delete('session');
  expect((await signInWith(authenticator, known)).status).toBe(200);
});

test('valid passkeys are not limited by earlier invalid ones', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  for (let nth = 0; nth < LIMITS.passkeyIp.points + 5; nth += 1)
    expect((await signInWith(authenticator, site.guest())).status).toBe(200);
});

test('plain forms rename and remove a passkey, and a second press changes nothing', async () => {
  const { browser, id } = await addPasskey(await openSite());
  const send = async (fields: Record<string, string>) => {
    const { status, headers } = await sendForm(browser, PAGE, { passkey_id: id, ...fields });
    return [status, headers.get('location')];
  };
  expect(await send({ action: 'rename', name: 'Red phone' })).toEqual([
    303,
    '/profile/passkeys?done=renamed',
  ]);
  expect(await passkeyNames(browser)).toEqual(['Red phone']);
  expect(await send({ action: 'rename', name: ' ' })).toEqual([400, null]);
  for (let nth = 0; nth < 2; nth += 1)
    expect(await send({ action: 'remove' })).toEqual([303, '/profile/passkeys?done=removed']);
  expect(await passkeyNames(browser)).toEqual([]);
});

test('the form that removes a passkey needs the password again after 15 minutes', async () => {
  const site = await openSite();
  const { browser, id } = await addPasskey(site);
  letConfirmationExpire(site);
  const send = async (fields: Record<string, string>) =>
    (await sendForm(browser, PAGE, fields)).status;
  const remove = { action: 'remove', passkey_id: id };
  expect(await send(remove)).toBe(403);
  expect(await send({ action: 'confirm' })).toBe(403);
  expect(await send({ action: 'confirm', confirm_password: 'wrong' })).toBe(403);
  expect(await send(remove)).toBe(403);
  expect(await send({ action: 'confirm', confirm_password: PASSWORD })).toBe(303);
  expect(await send(remove)).toBe(303);
  expect(await passkeyNames(browser)).toEqual([]);
});

test('a guest’s form leads to the login, and one without a token does nothing', async () => {
  const site = await openSite();
  const { browser, id } = await addPasskey(site);
  const guest = await sendForm(site.guest(), PAGE, { action: 'remove', passkey_id: id });
  expect(guest.headers.get('location')).toBe('/login?redirect=%2Fprofile%2Fpasskeys');
  const fields = { action: 'remove', passkey_id: id, csrf_token: '' };
  expect((await sendForm(browser, PAGE, fields)).status).toBe(403);
  expect(await passkeyNames(browser)).toHaveLength(1);
});
