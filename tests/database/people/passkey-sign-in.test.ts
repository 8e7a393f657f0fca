// Sign-ins that passkeys do not permit.
import { expect, onTestFinished, test } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { createApp } from '#lib/server/app/app.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { LIMITS } from '#lib/server/people/passkeys/service.ts';
import { deleteExpiredChallenges } from '#lib/server/people/passkeys/webauthn.ts';
import { Authenticator } from '#tests/support/nouns/authenticator.ts';
import {
  addPasskey,
  PASSKEYS,
  SIGN_IN,
  signInOptions,
  signInWith,
  tryToAdd,
} from '#tests/support/nouns/passkeys.ts';
import { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FIVE_MINUTES = 300_000;
const REJECTED = {
  error: 'This passkey didn’t work. Please try again, or use your password.',
  code: 'passkey_rejected',
};

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['another site’s passkey', { rpId: 'evil.example' }],
  ['a page in another site’s frame', { crossOrigin: true }],
  ['a phone that did not check its owner', { isVerified: false }],
  ['another member', { userHandle: Buffer.from('somebody else').toString('base64url') }],
])('a sign-in is rejected for %s', async (_, given) => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const guest = site.guest();
  const { status, body } = await signInWith(authenticator, guest, given);
  expect([status, body]).toEqual([401, REJECTED]);
  expect(guest.cookies.has('session')).toBe(false);
  expect((await signInWith(authenticator, guest)).status).toBe(200);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site’s passkey', { rpId: 'evil.example' }],
  ['a page in another site’s frame', { crossOrigin: true }],
  ['a phone that did not check its owner', { isVerified: false }],
])('a passkey is not added for %s', async (_, given) => {
  const browser = await (await openSite()).signedIn();
  const { status, body } = await tryToAdd(browser, new Authenticator(), given);
  expect([status, body['code']]).toEqual([400, 'passkey_invalid']);
});

test('an attestation about the authenticator is rejected without parsing it', async () => {
  const site = await openSite();
  const { status } = await tryToAdd(await site.signedIn(), new Authenticator(), {
    format: 'apple',
  });
  expect(status).toBe(400);
  // The library would have looked for certificates.
  expect(site.log.join('')).not.toContain('passkey_not_verified');
});

test('a challenge works once, for adding and for signing in', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const created = (await browser.get(`${PASSKEYS}/options`)).body['data'];
  const authenticator = new Authenticator();
  expect((await browser.post(PASSKEYS, authenticator.create(created))).status).toBe(201);
  const again = await browser.post(PASSKEYS, new Authenticator().create(created));
  expect([again.status, again.body['code']]).toEqual([400, 'passkey_invalid']);

  const guest = site.guest();
  const used = authenticator.use(await signInOptions(guest));
  const visitor = new Map(guest.cookies);
  expect((await guest.post(SIGN_IN, used)).status).toBe(200);
  const replay = site.guest();
  for (const cookie of visitor) replay.cookies.set(...cookie);
  expect((await replay.post(SIGN_IN, used)).body).toEqual(REJECTED);
});

test('a failed challenge cannot be used again', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const guest = site.guest();
  const options = await signInOptions(guest);
  const wrong = authenticator.use(options, { origin: 'https://evil.example' });
  expect((await guest.post(SIGN_IN, wrong)).status).toBe(401);
  expect((await guest.post(SIGN_IN, authenticator.use(options))).status).toBe(401);
});

async function openSecondServer(site: Site) {
  const second = await createAppServer(site.services.config, {
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return createApp(second);
}

test('of two servers, one accepts a challenge', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const here = site.guest();
  const there = new Browser(await openSecondServer(site), 'http://localhost');
  const used = authenticator.use(await signInOptions(here));
  for (const cookie of here.cookies) there.cookies.set(...cookie);
  const responses = await Promise.all([here, there].map((each) => each.post(SIGN_IN, used)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('of two servers, one accepts a counter', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site, { counter: 1 });
  const browsers = [site.guest(), new Browser(await openSecondServer(site), 'http://localhost')];
  const options = await Promise.all(browsers.map(signInOptions));
  const responses = await Promise.all(
    browsers.map((each, at) => each.post(SIGN_IN, authenticator.use(options[at], { counter: 2 }))),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('a challenge works for 5 minutes, and is then deleted', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  const guest = site.guest();
  const [first, second] = [await signInOptions(guest), await signInOptions(guest)];
  site.advanceClock(FIVE_MINUTES - 60_000);
  expect((await guest.post(SIGN_IN, authenticator.use(first))).status).toBe(200);
  const other = site.guest();
  const late = await signInOptions(other);
  site.advanceClock(FIVE_MINUTES + 1);
  for (const options of [late, second])
    expect((await other.post(SIGN_IN, authenticator.use(options))).status).toBe(401);
  await deleteExpiredChallenges(site.services);
  const left = await site.services.db.selectFrom('used_passkey_challenges').selectAll().execute();
  expect(left).toEqual([]);
});

test('a challenge is for one browser and one purpose', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const ofOther = await signInOptions(site.guest());
  const guest = site.guest();
  await signInOptions(guest);
  expect((await guest.post(SIGN_IN, authenticator.use(ofOther))).status).toBe(401);
  const { body } = await browser.get(`${PASSKEYS}/confirmation-options`);
  expect((await browser.post(SIGN_IN, authenticator.use(body['data']))).status).toBe(401);
  const invented = { challenge: Buffer.from('mine').toString('base64url'), rpId: 'localhost' };
  expect((await guest.post(SIGN_IN, authenticator.use(invented))).status).toBe(401);
});

test('a counter that does not increase reveals a copy', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site, { counter: 4 });
  const statuses = [];
  for (const counter of [5, 5, 4, 0, 4_294_967_295])
    statuses.push((await signInWith(authenticator, site.guest(), { counter })).status);
  expect(statuses).toEqual([200, 401, 401, 401, 200]);
  expect(site.log.filter((line) => line.includes('"passkey_copied"'))).toHaveLength(3);
});

test('an authenticator without a counter always sends 0', async () => {
  const site = await openSite();
  const { authenticator } = await addPasskey(site);
  for (let nth = 0; nth < 3; nth += 1)
    expect((await signInWith(authenticator, site.guest())).status).toBe(200);
});

test('passkeys of a disabled member do not work, until the member is enabled', async () => {
  const site = await openSite();
  const { browser, authenticator } = await addPasskey(site);
  const { email } = browser.member;
  const guest = site.guest();
  const options = await signInOptions(guest);
  await disableMember(site.services, email);
  const responses = [
    await guest.post(SIGN_IN, authenticator.use(options)),
    await signInWith(authenticator, site.guest()),
    await signInWith(new Authenticator(), site.guest()),
  ];
  for (const { status, body } of responses) expect([status, body]).toEqual([401, REJECTED]);
  expect((await browser.get(PASSKEYS)).status).toBe(401);
  await enableMember(site.services, email);
  expect((await signInWith(authenticator, site.guest())).status).toBe(200);
});

test('the options for signing in name no passkey and no member', async () => {
  const site = await openSite();
  await addPasskey(site);
  const { challenge, ...rest } = await signInOptions(site.guest());
  expect(challenge).toEqual(expect.any(String));
  expect(rest).toEqual({
    rpId: 'localhost',
    timeout: FIVE_MINUTES,
    userVerification: 'required',
    allowCredentials: [],
  });
});

test('a member’s sign-ins with a passkey are limited', async () => {
  const site = await openSite();
  const { authenticator, browser } = await addPasskey(site);
  const { passkeySuccess } = LIMITS;
  await site.services.limits.consume(passkeySuccess, browser.member.id, passkeySuccess.points - 1);
  expect((await signInWith(authenticator, site.guest())).status).toBe(200);
  expect((await signInWith(authenticator, site.guest())).status).toBe(429);
});
