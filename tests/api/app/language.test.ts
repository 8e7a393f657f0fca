import { expect, test } from 'vitest';

import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { AUTH } from '#tests/support/nouns/password-reset-requests.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSite } from '#tests/support/site/site.ts';

const VARY = 'accept-encoding, cookie, save-data, accept-language';
const WRONG = { email: 'nobody@example.com', password: 'Wrong-for-7-Cows' };

async function openPage() {
  let renders = 0;
  const get = await openGuestServer(await openSite(), async (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    renders += 1;
    return c.html(`${c.get('ctx').language} ${renders}`);
  });
  return async (path: string, headers: Record<string, string>) => {
    const response = await get(path, { headers });
    return `${await response.text()} ${response.headers.get('vary')}`;
  };
}

test('a guest’s page is cached for each language', async () => {
  const read = await openPage();
  for (const nth of ['first', 'cached']) {
    expect(await read('/', { 'accept-language': 'fil-PH' }), nth).toBe(`fil 1 ${VARY}`);
    expect(await read('/', { 'accept-language': 'en-PH' }), nth).toBe(`en 2 ${VARY}`);
    expect(await read('/?lang=fil', {}), nth).toBe(`fil 1 ${VARY}`);
    expect(await read('/', { cookie: 'lang=fil' }), nth).toBe(`fil 1 ${VARY}`);
  }
});

test('a language that is not offered changes nothing', async () => {
  const read = await openPage();
  const english = `en 1 ${VARY}`;
  expect(await read('/?lang=ilo', { 'accept-language': 'ilo', cookie: 'lang=ilo' })).toBe(english);
  expect(await read('/', {})).toBe(english);
});

test('an error has the language of its request', async () => {
  const site = await openSite();
  const browser = site.guest();
  browser.cookies.set('lang', 'fil');
  const { body } = await browser.post(`${AUTH}/login`, WRONG);
  expect(body).toMatchObject({ error: 'Mali ang email o password. Subukan ulit.' });
  const empty = await browser.post(`${AUTH}/login`, { ...WRONG, email: '' });
  expect(empty.body).toMatchObject({ fields: { email: 'Pakilagay ang email mo.' } });
  const english = await site.guest().post(`${AUTH}/login`, WRONG);
  expect(english.body).toMatchObject({ error: 'Wrong email or password. Please try again.' });
});

test('an email is in its recipient’s language, including the words around its text', async () => {
  const site = await openSite();
  const { email } = await site.member({ first_name: 'Ana', last_name: 'Dizon' });
  const browser = site.guest();
  browser.cookies.set('lang', 'fil');
  await browser.post(`${AUTH}/forgot-password`, { email });
  const sent = (await deliveredEmails(site)).at(-1);
  expect(sent).toContain('Subject: Ang code mo sa Glean');
  expect(sent).toContain('Kumusta, Ana Dizon,');
  expect(sent).toContain('<html lang=3D"fil">');
});
