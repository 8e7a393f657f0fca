import { expect, test } from 'vitest';

import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

test('a member logs in, is recognised, and logs out', async () => {
  const site = await openSite();
  const maria = await site.member({ first_name: 'Maria', last_name: 'Santos' });
  const browser = site.guest();
  const login = await browser.post('/api/web/auth/login', {
    email: ` ${maria.email.toUpperCase()} `,
    password: PASSWORD,
  });
  expect(login.status).toBe(200);
  expect(login.body).toEqual({ data: { account_id: maria.id, name: 'Maria Santos' } });
  expect((await browser.get('/api/web/forum')).status).toBe(200);

  const cookie = browser.cookies.get('session') ?? '';
  const logout = await browser.post('/api/web/auth/logout');
  expect(logout.body).toEqual({ data: null });
  // The page deletes the data of this account; "storage" would also delete that of others.
  expect(logout.headers.get('clear-site-data')).toBe('"cache"');
  browser.cookies.set('session', cookie);
  expect((await browser.get('/api/web/forum')).status).toBe(401);
});

test('a wrong password and an unknown email get the same response', async () => {
  const site = await openSite();
  const { email } = await site.member();
  const wrong = await site.guest().post('/api/web/auth/login', { email, password: 'wrong' });
  const unknown = await site
    .guest()
    .post('/api/web/auth/login', { email: 'nobody@glean.example', password: 'wrong' });
  expect(wrong.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
  expect(wrong.body['error']).toBe('Wrong email or password. Please try again.');
});

test.each([
  ['without its last character', PASSWORD.slice(0, -1)],
  ['in lower case', PASSWORD.toLowerCase()],
  ['with a trailing space', `${PASSWORD} `],
])('a password %s does not log in (ASVS 6.2.8)', async (_, password) => {
  const site = await openSite();
  const { email } = await site.member();
  expect((await site.guest().post('/api/web/auth/login', { email, password })).status).toBe(401);
});

test('logging in replaces a previously planted session cookie (ASVS 7.2.4)', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const before = browser.cookies.get('session') ?? '';
  await browser.post('/api/web/auth/login', { email: browser.member.email, password: PASSWORD });
  expect(browser.cookies.get('session')).not.toBe(before);
  const old = site.guest();
  old.cookies.set('session', before);
  expect((await old.get('/api/web/forum')).status).toBe(401);
});

test('only a hash of the session is stored', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const rows = await site.services.db.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('session'));
  expect(browser.cookies.get('session')).toMatch(/^[\w-]{43}$/);
});

test('a session ends after 30 days without use and after 180 days of use', async () => {
  const site = await openSite();
  const idle = await site.signedIn();
  site.advanceClock(30 * DAY + 1);
  expect((await idle.get('/api/web/forum')).status).toBe(401);

  const busy = await site.signedIn();
  for (let day = 0; day < 175; day += 25) {
    site.advanceClock(25 * DAY);
    expect((await busy.get('/api/web/forum')).status).toBe(200);
  }
  site.advanceClock(5 * DAY + 1);
  expect((await busy.get('/api/web/forum')).status).toBe(401);
});

test('disabling a member ends their sessions', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { db } = site.services;
  await db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', browser.member.id)
    .execute();
  expect((await browser.get('/api/web/forum')).status).toBe(401);
  const { email } = browser.member;
  const again = await site.guest().post('/api/web/auth/login', { email, password: PASSWORD });
  expect(again.status).toBe(401);
});

test('password guesses are limited to 10 per account, except in a known browser of the owner', async () => {
  const site = await openSite();
  const owner = await site.loggedIn();
  const { email } = owner.member;
  const guesses = [];
  for (let guess = 0; guess < 12; guess += 1)
    guesses.push(
      await site.guest().post('/api/web/auth/login', { email, password: `guess ${guess}` }),
    );
  expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
  expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  const unknownBrowser = await site
    .guest()
    .post('/api/web/auth/login', { email, password: PASSWORD });
  expect(unknownBrowser.status).toBe(429);
  expect((await owner.post('/api/web/auth/login', { email, password: PASSWORD })).status).toBe(200);
});

test('password guesses are limited to 30 per IP address across accounts', async () => {
  const site = await openSite();
  const statuses = [];
  for (let guess = 0; guess < 31; guess += 1) {
    const email = `member${guess}@glean.example`;
    statuses.push(
      (await site.guest().post('/api/web/auth/login', { email, password: 'x' })).status,
    );
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429]);
});

test('successful logins do not count as guesses', async () => {
  const site = await openSite();
  const { email } = await site.member();
  for (let time = 0; time < 12; time += 1)
    expect(
      (await site.guest().post('/api/web/auth/login', { email, password: PASSWORD })).status,
    ).toBe(200);
});

test('only a member gets an access token, valid for ten minutes', async () => {
  const site = await openSite();
  expect((await site.guest().get('/api/token/access')).status).toBe(401);
  const browser = await site.signedIn();
  const { body } = await browser.get('/api/token/access');
  const claims = JSON.parse(Buffer.from(body['token'].split('.')[1], 'base64url').toString());
  expect(claims.exp - claims.iat).toBe(600);
  expect(claims.sub).toBe(browser.member.id);
});

test('over HTTPS the cookies are __Host- and Secure', async () => {
  const site = await openSite({
    DEMO: '',
    PUBLIC_URL: 'https://glean.example',
    SECRET: 'a secret of at least thirty-two characters',
  });
  const { email } = await site.member();
  const login = await site.guest().post('/api/web/auth/login', { email, password: PASSWORD });
  const cookies = login.headers.getSetCookie();
  const session = cookies.find((each) => each.startsWith('__Host-session='));
  expect(session).toMatch(/; HttpOnly/);
  expect(session).toMatch(/; Secure/);
  expect(session).toMatch(/; SameSite=Lax/);
  expect(session).toMatch(/; Path=\//);
  expect(session).not.toMatch(/Domain/);
});
