import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/credentials/sign-in-limits.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  createSession,
  describeUserAgent,
  requirePasswordHash,
} from '#lib/server/people/sessions/service.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const SESSIONS = '/api/web/account/sessions';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A055F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** A site with one member and three sessions. */
async function threeDevices() {
  const site = await openSite();
  const phone = site.guest();
  const member = await site.member();
  const credentials = { email: member.email, password: PASSWORD };
  await phone.post('/api/web/auth/login', credentials, { 'user-agent': ANDROID });
  site.advanceClock(1000);
  const [desk, tablet] = [await site.signedIn(member), await site.signedIn(member)];
  return { site, phone, desk, tablet };
}

test('a member lists their sessions, the current one first (ASVS 7.5.2)', async () => {
  const { site, phone } = await threeDevices();
  await site.signedIn();
  const { status, body } = await phone.get(SESSIONS);
  expect(status).toBe(200);
  const { sessions } = body['data'];
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({ device: 'Chrome on Android', current: true });
  expect(sessions.slice(1)).toMatchObject([{ current: false }, { current: false }]);
  expect(Object.keys(sessions[0])).toEqual([
    'session_id',
    'device',
    'signed_in_at',
    'last_seen',
    'current',
  ]);
  expect(JSON.stringify(body)).not.toContain(phone.cookies.get('session'));
});

test('a session ended from another one stops working', async () => {
  const { phone, desk, tablet } = await threeDevices();
  const { sessions } = (await desk.get(SESSIONS)).body['data'];
  expect(sessions[0].current).toBe(true);
  const own = (await phone.get(SESSIONS)).body['data'].sessions[0].session_id;
  const { status, body } = await desk.change('DELETE', `${SESSIONS}/${own}`);
  expect(status).toBe(200);
  expect(body['data'].sessions).toHaveLength(2);
  expect((await phone.get('/api/web/forum')).status).toBe(401);
  expect((await tablet.get('/api/web/forum')).status).toBe(200);
});

test('a member ends all other sessions', async () => {
  const { phone, desk, tablet } = await threeDevices();
  const { body } = await tablet.change('DELETE', SESSIONS);
  expect(body['data'].sessions).toMatchObject([{ current: true }]);
  expect((await tablet.get('/api/web/forum')).status).toBe(200);
  for (const device of [phone, desk]) expect((await device.get('/api/web/forum')).status).toBe(401);
});

test('a member cannot end another member’s session (ASVS 8.2.2)', async () => {
  const { site, phone } = await threeDevices();
  const own = (await phone.get(SESSIONS)).body['data'].sessions[0].session_id;
  const stranger = await site.signedIn();
  const foreign = await stranger.change('DELETE', `${SESSIONS}/${own}`);
  const missing = await stranger.change(
    'DELETE',
    `${SESSIONS}/0198c0de-0000-7000-8000-000000000000`,
  );
  expect(foreign.body).toEqual(missing.body);
  expect((await phone.get('/api/web/forum')).status).toBe(200);
});

test('expired sessions are not listed', async () => {
  const { site, desk } = await threeDevices();
  site.advanceClock(31 * 86_400_000);
  const fresh = await site.signedIn(desk.member);
  expect((await fresh.get(SESSIONS)).body['data'].sessions).toHaveLength(1);
});

test('ten thousand session tokens are random and distinct (ASVS 7.2.3)', async () => {
  const { randomToken } = await import('#lib/server/platform/secrets.ts');
  const tokens = new Set(Array.from({ length: 10_000 }, randomToken));
  expect(tokens.size).toBe(10_000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test.each([
  [ANDROID, 'Chrome on Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605 CriOS/142 Mobile Safari/604.1',
    'Chrome on iPad',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18 Safari/605',
    'Safari on Mac',
  ],
  ['curl/8.5.0', 'Another device'],
  ['', 'Another device'],
  ['<script>alert(1)</script>', 'Another device'],
])('the user agent %j is %s', (userAgent, device) => {
  expect(describeUserAgent(userAgent)).toBe(device);
});

test('a password replaced while it is being verified logs no one in', async () => {
  const { services, member } = await openSite();
  const { id, password_hash } = await member();
  const signIn = (hash: string) =>
    createSession(services, id, { userAgent: '', session: null }, (tx) =>
      requirePasswordHash(tx, id, hash),
    );
  await expect(signIn('the hash before')).rejects.toMatchObject({ code: 'wrong_credentials' });
  expect(await services.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  await signIn(password_hash);
  await disableMember(services, id);
  await expect(signIn(password_hash)).rejects.toMatchObject({ code: 'wrong_credentials' });
});

test('the 51st session ends the one unused for longest', async () => {
  const site = await openSite();
  const unused = await site.signedIn();
  const { member } = unused;
  const used = await site.signedIn(member);
  const stranger = await site.signedIn();
  site.advanceClock(2 * HOUR);
  expect((await used.get('/api/web/forum')).status).toBe(200);
  for (let nth = 0; nth < 48; nth += 1)
    await createSession(site.services, member.id, { userAgent: '', session: null });
  const listSessions = () => site.services.db.selectFrom('sessions').select('id').execute();
  expect(await listSessions()).toHaveLength(51);
  site.advanceClock(2 * HOUR);
  expect((await used.get('/api/web/forum')).status).toBe(200);
  await site.signedIn(member);
  expect(await listSessions()).toHaveLength(51);
  const statuses = [];
  for (const browser of [unused, used, stranger])
    statuses.push((await browser.get('/api/web/forum')).status);
  expect(statuses).toEqual([401, 200, 200]);
});

test('successful logins are rate limited before the password is hashed', async () => {
  const site = await openSite();
  const owner = await site.loggedIn();
  const { email } = owner.member;
  for (let nth = 0; nth < 299; nth += 1)
    await site.services.limits.consume(LIMITS.signInSuccess, hashToken(email));
  const response = await site.guest().post('/api/web/auth/login', { email, password: PASSWORD });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await owner.get('/api/web/forum')).status).toBe(200);
});
