import { expect, test } from 'vitest';

import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const PROFILE = '/api/web/account/profile';

test('a browser with a pending logout is a guest, and the late call ends its session', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const session = browser.cookies.get('session') ?? '';
  // Written by client/page/pending-sign-out.ts when the logout cannot reach the server.
  browser.cookies.set('signed-out', '1');
  expect((await browser.get(PROFILE)).status).toBe(401);
  expect((await browser.get('/api/token/access')).status).toBe(401);

  expect((await browser.post('/api/web/auth/logout')).status).toBe(200);
  expect([...browser.cookies.keys()]).not.toContain('signed-out');
  const stolen = site.guest();
  stolen.cookies.set('session', session);
  expect((await stolen.get(PROFILE)).status).toBe(401);
});

test('a new login ends the session of a pending logout', async () => {
  const site = await openSite();
  const member = await site.member();
  const browser = await site.signedIn(member);
  const session = browser.cookies.get('session') ?? '';
  browser.cookies.set('signed-out', '1');
  const credentials = { email: member.email, password: PASSWORD };
  expect((await browser.post('/api/web/auth/login', credentials)).status).toBe(200);
  expect((await browser.get(PROFILE)).status).toBe(200);
  const old = site.guest();
  old.cookies.set('session', session);
  expect((await old.get(PROFILE)).status).toBe(401);
});
