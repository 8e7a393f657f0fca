// Behind a proxy, each client has its own limits (docs/operations.md, "Deployment").
import { expect, test } from 'vitest';

import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const LOGIN = '/api/web/auth/login';
const HTTPS = {
  DEMO: '',
  PUBLIC_URL: 'https://glean.example',
  SECRET: 'a secret of at least thirty-two characters',
};
const from = (ip: string) => ({ 'x-forwarded-for': ip });

/** Exhausts the limit of wrong passwords of an IP address. */
async function guessFrom(site: Site, ip: string): Promise<void> {
  for (let nth = 0; nth < 31; nth += 1) {
    const guess = { email: `nobody${nth}@glean.example`, password: 'guess' };
    const { status } = await site.guest().post(LOGIN, guess, from(ip));
    expect(status).toBe(nth < 30 ? 401 : 429);
  }
}

const warnings = ({ log }: Site) => log.filter((line) => line.includes('"untrusted_proxy"'));

test('without settings, an https site recognizes the clients of a proxy on its machine', async () => {
  const site = await openSite(HTTPS);
  const { email } = await site.member();
  await guessFrom(site, '203.0.113.7');
  const login = { email, password: PASSWORD };
  expect((await site.guest().post(LOGIN, login, from('203.0.113.7'))).status).toBe(429);
  expect((await site.guest().post(LOGIN, login, from('198.51.100.9'))).status).toBe(200);
  expect(warnings(site)).toEqual([]);
});

test('a neighbor that forwards requests but is not trusted is logged once', async () => {
  const site = await openSite({ ...HTTPS, TRUSTED_PROXIES: '10.0.0.1' });
  await site.guest().get('/api/token/csrf');
  expect(warnings(site)).toEqual([]);
  await site.guest().get('/api/token/csrf', from('203.0.113.7'));
  await site.guest().get('/api/token/csrf', { forwarded: 'for=203.0.113.7' });
  expect(warnings(site).map((line) => JSON.parse(line))).toMatchObject([
    { address: '127.0.0.1', header: 'x-forwarded-for' },
  ]);
});

test('a known device can log in and reset the password, whatever others at its IP do', async () => {
  const site = await openSite();
  const owner = await site.loggedIn();
  const { email } = owner.member;
  await guessFrom(site, '127.0.0.1');
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(429);
  expect((await owner.post(LOGIN, { email, password: PASSWORD })).status).toBe(200);
  for (let nth = 0; nth < 30; nth += 1)
    await site.guest().post('/api/web/auth/forgot-password', { email: `a${nth}@glean.example` });
  const forgot = { email };
  expect((await site.guest().post('/api/web/auth/forgot-password', forgot)).status).toBe(429);
  expect((await owner.post('/api/web/auth/forgot-password', forgot)).status).toBe(200);
});
