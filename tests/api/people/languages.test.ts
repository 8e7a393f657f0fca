// Choosing a language: in a cookie for guests, in the account for members; and reports of wrong translations.
import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/languages/service.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { readerLanguage } from '#lib/server/platform/member-language.ts';
import { site as facts } from '#lib/site.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { applyFor, APPLICATIONS, signInStaff } from '#tests/support/nouns/joining.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const CHOOSE = '/languages/choose';
const NOTES = '/languages';

/** Chooses a language in the switch, like a browser: without a token. */
const choose = (browser: Browser, lang: string, headers: Record<string, string> = {}) =>
  browser.send(CHOOSE, {
    method: 'POST',
    body: new URLSearchParams({ lang }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://localhost',
      ...headers,
    },
  });

/** The language of an error message, as a browser gets it. */
async function languageFor(browser: Browser, path = '/api/nothing', accept = 'en') {
  const { headers } = await browser.get(path, { 'accept-language': accept });
  return headers.get('content-language') ?? 'en';
}

test('a guest’s language is stored in the browser, and the page opens again without another language in its URL', async () => {
  const guest = (await openSite()).guest();
  const referer = 'http://localhost/exchange?kind=offer&lang=en';
  const sent = await choose(guest, 'fil', { referer });
  expect(redirectOf(sent)).toEqual([303, '/exchange?kind=offer']);
  expect(sent.headers.getSetCookie()).toEqual([
    'lang=fil; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await languageFor(guest)).toBe('fil');
});

test.each([undefined, 'https://evil.example//evil', 'about:blank'])(
  'after a choice on %s, a page of the site opens',
  async (referer) => {
    const guest = (await openSite()).guest();
    const sent = await choose(guest, 'fil', referer ? { referer } : {});
    expect(redirectOf(sent)).toEqual([303, '/']);
  },
);

test('only an offered language is stored, and only by the site’s own pages', async () => {
  const guest = (await openSite()).guest();
  for (const lang of ['ilo', 'fil; Domain=evil.example', 'FIL', '']) {
    const unknown = await choose(guest, lang);
    expect(await codeOf(unknown)).toEqual([400, 'invalid']);
    expect(unknown.headers.getSetCookie()).toEqual([]);
  }
  const foreign = await choose(guest, 'fil', { origin: 'https://evil.example' });
  expect(await codeOf(foreign)).toEqual([403, 'cross_origin']);
  expect(foreign.headers.getSetCookie()).toEqual([]);
});

test('a member’s language applies on all their devices: after the URL’s, before the browser’s', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  // A member who logged in before languages existed.
  await updateMember(site.services.db, phone.member.id, { language: null });
  expect(await languageFor(phone)).toBe('en');
  expect(await languageFor(phone, '/api/nothing', 'fil')).toBe('fil');
  expect((await choose(phone, 'fil')).status).toBe(303);
  const other = await site.signedIn(phone.member);
  other.cookies.set('lang', 'en');
  expect(await languageFor(other)).toBe('fil');
  expect(await languageFor(other, '/api/nothing?lang=en')).toBe('en');
  expect(await languageFor(site.guest())).toBe('en');
});

test('a member’s language is copied to the browser, for pages without an account', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  await updateMember(site.services.db, phone.member.id, { language: 'fil' });
  expect((await phone.get('/about')).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^lang=fil; Max-Age=34560000; Path=\/; HttpOnly/),
  ]);
  expect((await phone.get('/about')).headers.getSetCookie()).toEqual([]);
  // A language in a URL applies to one page, and unknown ones are ignored.
  expect((await phone.get('/about?lang=en')).headers.getSetCookie()).toEqual([]);
  await updateMember(site.services.db, phone.member.id, { language: 'ilo' });
  expect((await phone.get('/about')).headers.getSetCookie()).toEqual([]);
});

test('a member’s emails are in the language of their login, until they choose another', async () => {
  const site = await openSite();
  const { id, email } = await site.member();
  const { db } = site.services;
  const signIn = (accept: string) =>
    site
      .guest()
      .post('/api/web/auth/login', { email, password: PASSWORD }, { 'accept-language': accept });
  expect(await readerLanguage(db, id)).toBe('en');
  await signIn('fil');
  expect(await readerLanguage(db, id)).toBe('fil');
  // On another member's phone.
  await signIn('en');
  expect(await readerLanguage(db, id)).toBe('fil');
  await updateMember(db, id, { language: 'en' });
  await signIn('fil');
  expect(await readerLanguage(db, id)).toBe('en');
  // A language that was offered before.
  await updateMember(db, id, { language: 'ilo' });
  expect(await readerLanguage(db, id)).toBe('en');
});

test('staff’s decision reaches an applicant in the language of the application', async () => {
  const site = await openSite();
  const applicant = site.guest();
  applicant.cookies.set('lang', 'fil');
  const email = 'lea@farm.example';
  requireOk(await applyFor(applicant, { email }));
  const staff = await signInStaff(site);
  const { applications } = (await staff.get(APPLICATIONS)).body['data'];
  requireOk(await staff.post(`${APPLICATIONS}/${applications[0].application_id}/admit`, {}));
  const [sent] = await emailsTo(site, { email });
  expect(sent?.html).toContain('<html lang="fil">');
});

test('a guest who follows a link to a language continues in it, even on cached pages', async () => {
  const get = await openGuestServer(await openSite(), async (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    return c.html(c.get('ctx').language ?? '');
  });
  for (const nth of ['first', 'cached']) {
    const page = await get('/?lang=fil', {});
    expect([await page.text(), page.headers.get('content-language')], nth).toEqual(['fil', 'fil']);
    expect(page.headers.getSetCookie(), nth).toEqual([expect.stringMatching(/^lang=fil; Max-Age/)]);
    const plain = await get('/', {});
    expect([await plain.text(), ...plain.headers.getSetCookie()], nth).toEqual(['en']);
    const unknown = await get('/?lang=ilo', {});
    expect([await unknown.text(), ...unknown.headers.getSetCookie()], nth).toEqual(['en']);
  }
});

test('the cache headers of a guest’s page depend on what decides its language', async () => {
  const { headers } = await (await openSite()).guest().get('/api/web/impact?lang=fil');
  expect(headers.get('cache-control')).toContain('public');
  expect(headers.get('vary')).toContain('accept-language, cookie');
  expect(headers.get('content-language')).toBe('fil');
});

const link = (language: string, href: string) =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;

test('the sitemap names each page in each language', async () => {
  const { body } = await (await openSite()).guest().get('/sitemap.xml');
  const about = /http:\/\/localhost:\d+\/about/.exec(body['text'])?.[0] ?? '';
  const links = link('en', about) + link('fil', `${about}?lang=fil`) + link('x-default', about);
  expect(body['text']).toContain(`<loc>${about}</loc>${links}</url>`);
  expect(body['text']).toContain(`<loc>${about}?lang=fil</loc>${links}</url>`);
  expect(body['text']).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
});

test('a report of a wrong translation reaches staff, up to the limit', async () => {
  const site = await openSite();
  const guest = site.guest();
  guest.cookies.set('lang', 'fil');
  const note = 'Sabihin mo “tira”, hindi “natira”.';
  expect(redirectOf(await sendForm(guest, NOTES, { language: 'ilo', note }))).toEqual([
    303,
    '/languages?done=sent',
  ]);
  const [email] = await emailsTo(site, { email: facts.contactEmail });
  expect(email?.subject).toBe('What sounds wrong: Ilokano');
  expect(email?.text).toContain('A guest wrote at http://localhost');
  expect(email?.text).toContain(note);
  for (const wrong of [
    { language: 'xx', note },
    { language: 'fil', note: ' ' },
    { language: 'constructor', note },
  ])
    expect((await sendForm(guest, NOTES, wrong)).status).toBe(400);
  const forged = await sendForm(guest, NOTES, { language: 'fil', note, csrf_token: '' });
  expect(await codeOf(forged)).toEqual([403, 'invalid_csrf_token']);
  const { points } = LIMITS.languageNoteNetwork;
  for (let nth = 1; nth < points; nth += 1)
    expect((await sendForm(guest, NOTES, { language: 'fil', note })).status).toBe(303);
  expect((await sendForm(guest, NOTES, { language: 'fil', note })).status).toBe(429);
});

test('a report of a wrong translation is in the language of its recipient', async () => {
  const site = await openSite();
  const email = facts.contactEmail;
  const staff = await site.member({ email });
  await updateMember(site.services.db, staff.id, { language: 'fil' });
  const member = await site.signedIn();
  await sendForm(member, NOTES, { language: 'ilo', note: 'Agyamanak.' });
  const [sent] = await emailsTo(site, { email });
  expect(sent?.subject).toBe('Kakaibang pakinggan: Ilokano');
  const { id, first_name, last_name } = member.member;
  expect(sent?.text).toContain(`Sulat ni ${first_name} ${last_name} sa `);
  expect(sent?.text).toContain(`/staff/members/${id}`);
});
