import { expect, test } from 'vitest';

import { createApp } from '#lib/server/app/app.ts';
import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { agreeToAll, CONSENTS, publish } from '#tests/support/nouns/joining.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, shareSite, type Site } from '#tests/support/site/site.ts';

const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
const TERMS = 'terms_and_conditions';

/** Writes allowed without consent: log out, agree, withdraw, confirm the password, remove tokens, export and erase. */
const EXEMPT =
  /^\/web\/(auth|join|account\/(consents|sessions|tokens\/:id|confirmations|export|deletion))(\/|$)/;

const writes = API_CALLS.filter(({ method }) => method !== 'GET');

async function publishBoth(site: Site): Promise<void> {
  await publish(site);
  await publish(site);
}

/** A member without any consent, on a site with published terms. */
async function openWithoutConsent() {
  const site = await openSite();
  await publishBoth(site);
  return { site, member: await site.signedIn() };
}

const shared = shareSite(publishBoth);

test.each(writes.filter(({ path }) => !EXEMPT.test(path)))(
  '$method $path gets 403 until the member agrees',
  async ({ method, path }) => {
    const member = await shared().signedIn();
    const address = `/api${path.replaceAll(/:\w+/g, SOME_ID)}`;
    const { status, body } = await member.change(method, address);
    expect([status, body['code']]).toEqual([403, 'consent_required']);
  },
);

test.each(writes.filter(({ path }) => EXEMPT.test(path)))(
  '$method $path works before the member agrees',
  async ({ method, path }) => {
    const member = await shared().signedIn();
    const address = `/api${path.replaceAll(/:\w+/g, SOME_ID)}`;
    const { body } = await member.change(method, address);
    expect(body['code']).not.toBe('consent_required');
  },
);

test('after agreeing a member can write; withdrawing ends that, but they can read and log out', async () => {
  const { member } = await openWithoutConsent();
  const post = () => member.post('/api/web/forum/posts', {});
  const { missing } = (await member.get(CONSENTS)).body['data'];
  expect(missing).toEqual([
    {
      document: TERMS,
      title: 'Terms and Conditions',
      version: 2,
      path: '/legal-agreements/terms-and-conditions',
    },
  ]);
  const old = await member.post(CONSENTS, { document: TERMS, version: 1 });
  expect([old.status, old.body['code']]).toEqual([409, 'policy_changed']);
  await agreeToAll(member);
  expect((await post()).body['code']).not.toBe('consent_required');
  const withdrawn = await member.change('DELETE', `${CONSENTS}/${TERMS}`);
  expect(withdrawn.body['data'].missing).toEqual(missing);
  expect((await post()).body['code']).toBe('consent_required');
  expect((await member.get('/api/web/forum')).status).toBe(200);
  expect((await member.post('/api/web/auth/logout')).status).toBe(200);
});

test('each consent is listed with its version, time and place', async () => {
  const { site, member } = await openWithoutConsent();
  const { body } = await member.post(CONSENTS, { document: TERMS, version: 2 });
  expect(body['data'].consents.slice(0, 1)).toEqual([
    {
      document: TERMS,
      title: 'Terms and Conditions',
      version: 2,
      is_valid: true,
      origin: 'settings',
      agreed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      withdrawn_at: null,
    },
  ]);
  await member.post(CONSENTS, { document: TERMS, version: 2 });
  await publish(site);
  const { consents, missing } = (await member.get(CONSENTS)).body['data'];
  const own = consents.filter(({ document }: { document: string }) => document === TERMS);
  expect(own).toMatchObject([
    { version: 2, is_valid: false },
    { version: 1, is_valid: false, origin: 'demo' },
  ]);
  expect(missing).toMatchObject([{ document: TERMS, version: 3 }]);
});

test.each([
  [{ document: 'licensing_terms', version: 1 }, 400],
  [{ document: TERMS, version: 0 }, 400],
  [{ document: TERMS, version: 9 }, 409],
  [{ document: 'data_privacy_guidelines', version: 1 }, 409],
])('agreeing to %j gets %i', async (input, status) => {
  const { member } = await openWithoutConsent();
  expect((await member.post(CONSENTS, input)).status).toBe(status);
});

const rowsOf = ({ services }: Site, memberId: string) =>
  services.db.selectFrom('consents').where('member_id', '=', memberId).selectAll().execute();

test('the plain forms of the strip and of the settings work', async () => {
  const { site, member } = await openWithoutConsent();
  const send = (fields: Record<string, string>, path: string) => sendForm(member, path, fields);
  const strip = await send({ action: 'agree', [TERMS]: '2' }, '/forums/explore');
  expect([strip.status, strip.headers.get('location')]).toEqual([303, '/forums/explore']);
  const valid = async () =>
    (await rowsOf(site, member.member.id)).filter(
      ({ version, withdrawn_at }) => version === 2 && withdrawn_at === null,
    );
  expect(await valid()).toMatchObject([{ origin: 'strip' }]);
  const withdrawn = await send({ withdraw: TERMS }, '/profile/privacy');
  expect(withdrawn.headers.get('location')).toBe('/profile/privacy#consents');
  expect(await valid()).toEqual([]);
  await send({ action: 'agree', [TERMS]: '2' }, '/profile/privacy');
  expect(await valid()).toMatchObject([{ origin: 'settings' }]);
  await publish(site);
  expect((await send({ action: 'save' }, '/exchange')).status).toBe(403);
});

test('without published documents no consent is required', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  expect((await member.get(CONSENTS)).body['data'].missing).toEqual([]);
  const { status } = await member.change('DELETE', `/api/web/forum/posts/${SOME_ID}`);
  expect(status).toBe(404);
});

/** The path of a comment's page, as in the router. */
const COMMENT_PATH = ':id{[^/]+/comments/[^/]+}';

/** Forms of guests, the language switch, consents and members' rights, and paths without a form. */
const EXEMPT_FORM =
  /^\/(languages|login|join|email-change|stop-emails|sms-webhook|share|forums\/explore|display|profile\/privacy)(\/|$)/;

test('every other plain form responds with 403 until the member agrees', async () => {
  const site = await openSite();
  await publish(site);
  await publish(site);
  const staff = await site.signedIn(await site.member({ role: 'staff' }));
  const paths = createApp(site.server)
    .routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/api'))
    .map(({ path }) => path.replace(COMMENT_PATH, `${SOME_ID}/comments/${SOME_ID}`))
    .map((path) => path.replaceAll(/:\w+/g, SOME_ID))
    .filter((path) => !EXEMPT_FORM.test(path));
  expect(new Set(paths).size).toBeGreaterThan(5);
  for (const path of new Set(paths)) {
    const response = await sendForm(staff, path, {});
    expect([path, response.status, (await response.json()).code]).toEqual([
      path,
      403,
      'consent_required',
    ]);
  }
});

test('withdrawing one consent leaves the other', async () => {
  const site = await openSite();
  await publish(site);
  await publish(site, 'data_privacy_guidelines');
  await publish(site);
  await publish(site, 'data_privacy_guidelines');
  const member = await site.signedIn();
  await agreeToAll(member);
  const { body } = await member.change('DELETE', `${CONSENTS}/${TERMS}`);
  expect(body['data'].missing).toMatchObject([{ document: TERMS }]);
  const valid = body['data'].consents.filter((each: { is_valid: boolean }) => each.is_valid);
  expect(valid).toMatchObject([{ document: 'data_privacy_guidelines', version: 2 }]);
});
