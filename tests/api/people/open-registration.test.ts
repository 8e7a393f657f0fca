// Open registration, and its proof of work.
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';

import {
  APPLICATIONS,
  applyFor,
  confirmJoin,
  JOIN,
  newestToken,
  signInStaff,
} from '#tests/support/nouns/joining.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;

/** A challenge from the site. */
const fetchChallenge = async (site: Site): Promise<Challenge> =>
  JSON.parse((await site.guest().get(`${JOIN}/terms`)).body['data'].challenge);

async function solve(challenge: Challenge): Promise<string> {
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

const nextOf = async (site: Site, proof: string | null, email: string) => {
  const { body } = await applyFor(site.guest(), { proof, email });
  return body['data']?.next;
};

test('an applicant who solves the challenge gets the link at once', async () => {
  const site = await openSite({ REGISTRATION: 'open' });
  const browser = site.guest();
  const proof = await solve(await fetchChallenge(site));
  expect((await applyFor(browser, { proof })).body).toEqual({ data: { next: 'email' } });
  expect((await confirmJoin(browser, await newestToken(site))).status).toBe(200);
});

test('with a missing, wrong, foreign, expired or used solution, the application waits for staff', async () => {
  const site = await openSite({ REGISTRATION: 'open' });
  const other = await openSite({ REGISTRATION: 'open' });
  const challenge = await fetchChallenge(site);
  const proof = await solve(challenge);
  const changed = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
  const expired = { ...challenge.parameters, expiresAt: 1 };
  const wrong = [
    null,
    'x',
    'null',
    '{}',
    JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } }),
    JSON.stringify({ challenge, solution: null }),
    JSON.stringify({ ...JSON.parse(proof), challenge: changed }),
    await solve(await fetchChallenge(other)),
    proof.replace(/"expiresAt":\d+/, `"expiresAt":${expired.expiresAt}`),
  ];
  for (const [nth, each] of wrong.entries())
    expect([nth, await nextOf(site, each, `lea${nth}@farm.example`)]).toEqual([nth, 'staff']);
  expect(await nextOf(site, proof, 'first@farm.example')).toBe('email');
  expect(await nextOf(site, proof, 'second@farm.example')).toBe('staff');
  const { applications } = (await (await signInStaff(site)).get(APPLICATIONS)).body['data'];
  expect(applications).toHaveLength(wrong.length + 1);
});

test('a challenge is valid for an hour', async () => {
  const site = await openSite({ REGISTRATION: 'open' });
  const { parameters } = await fetchChallenge(site);
  const seconds = (parameters.expiresAt ?? 0) - site.services.now() / 1000;
  expect(Math.abs(seconds * 1000 - HOUR)).toBeLessThan(HOUR / 10);
});

test('where staff admit, a solution changes nothing', async () => {
  const open = await openSite({ REGISTRATION: 'open' });
  const site = await openSite();
  expect((await site.guest().get(`${JOIN}/terms`)).body['data']).toMatchObject({
    registration: 'approval',
    challenge: null,
  });
  const proof = await solve(await fetchChallenge(open));
  expect(await nextOf(site, proof, 'lea@farm.example')).toBe('staff');
});

test('the plain form does the same, and redirects', async () => {
  const site = await openSite({ REGISTRATION: 'open' });
  const fields = {
    first_name: 'Lea',
    last_name: 'Manalo',
    email: 'lea@farm.example',
    phone_number: '',
    role: 'feed',
    town: 'outside',
    about: 'I feed ducks.',
  };
  const send = (given: Record<string, string>, path = '/join') =>
    sendForm(site.guest(), path, { ...fields, ...given });
  const waiting = await send({});
  expect([waiting.status, waiting.headers.get('location')]).toEqual([303, '/join/sent?next=staff']);
  const proof = await solve(await fetchChallenge(site));
  const mailed = await send({ email: 'ana@farm.example', proof });
  expect(mailed.headers.get('location')).toBe('/join/sent?next=email');
  const wrong = await send({ town: '' });
  expect([wrong.status, (await wrong.json()).field_codes]).toEqual([400, { town: 'town_invalid' }]);

  const token = await newestToken(site);
  const browser = site.guest();
  const path = `/join/confirm/${token}`;
  const weak = await sendForm(browser, path, { password: 'short' });
  expect((await weak.json()).field_codes).toEqual({ password: 'password_weak' });
  const joined = await sendForm(browser, path, { password: 'Dayami-at-2-Ipa!' });
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/forums/explore']);
  expect(joined.headers.get('cache-control')).toBe('no-store');
  const profile = (await browser.get('/api/web/account/profile')).body['data'];
  expect(profile).toMatchObject({ email: 'ana@farm.example', town: null, contact_phone: null });
});
