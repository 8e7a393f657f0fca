import { expect, test } from 'vitest';

import { addListing, addPost, addResource } from '#demo/factories.ts';
import { HELP_QUESTIONS, helpPath } from '#lib/contract/app/help.ts';
import { commitChange } from '#tests/support/site/commit-change.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSite } from '#tests/support/site/site.ts';

const PRODUCTION = {
  DEMO: '',
  PUBLIC_URL: 'https://glean.example',
  SECRET: 'a secret of at least thirty-two characters',
};

const ODD = `Straw & husk <b>"free"</b> \u0001']]>`;
const WRITTEN = 'Straw &amp; husk &lt;b&gt;&quot;free&quot;&lt;/b&gt; &#39;]]&gt;';

test('the sitemap lists every public page and resource by its full URL, and no draft', async () => {
  const site = await openSite(PRODUCTION);
  const { id } = await addResource(site.services.db, {
    title: 'Compost in eight weeks',
    published_at: 1e12,
  });
  const draft = await addResource(site.services.db, { published_at: null });
  const { body, headers } = await site.guest().get('/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const urls = [...body['text'].matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
  const [inFilipino, inEnglish] = [true, false].map((is) =>
    urls.filter((url) => /[?;]lang=fil$/.test(url) === is),
  );
  // One guide has a translation.
  expect(inFilipino?.length).toBe((inEnglish?.length ?? 0) - 1);
  expect(inEnglish).toEqual(
    [
      '/',
      '/about',
      '/forums/explore',
      '/eduhub',
      '/exchange',
      '/exchange/impact',
      '/exchange/map',
      '/season',
      '/machines',
      '/join',
      '/moderation',
      '/accessibility',
      '/help',
      ...HELP_QUESTIONS.map(helpPath),
      '/languages',
      '/eduhub?topic=soil',
      '/legal-agreements/licensing-terms',
      '/legal-agreements/data-privacy',
      '/legal-agreements/terms-and-conditions',
      `/eduhub/${id}`,
    ].map((path) => `https://glean.example${path}`),
  );
  expect(body['text']).toContain(`<lastmod>${new Date(1e12).toISOString()}</lastmod>`);
  expect(body['text']).not.toContain(draft.id);
});

test('the sitemap lists open listings, but not those that are gone', async () => {
  const site = await openSite(PRODUCTION);
  const { db } = site.services;
  const author_id = (await site.member()).id;
  const [open, gone] = [await addPost(db, { author_id }), await addPost(db, { author_id })];
  await addListing(db, { post_id: open.id });
  await addListing(db, { post_id: gone.id, status: 'gone' });
  const { body } = await site.guest().get('/sitemap.xml');
  expect(body['text']).toContain(`<loc>https://glean.example/exchange/${open.id}</loc>`);
  expect(body['text']).not.toContain(gone.id);
});

test('the feed contains the newest resources, escaped', async () => {
  const site = await openSite(PRODUCTION);
  const { id, cover_key } = await addResource(
    site.services.db,
    { title: ODD, published_at: 1e12 },
    [
      { type: 'HEADING', content: 'Not this' },
      { type: 'TEXT', content: 'The first paragraph.' },
      { type: 'TEXT', content: 'The second.' },
    ],
  );
  const { body, headers } = await site.guest().get('/eduhub/feed.xml');
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const feed: string = body['text'];
  expect(feed).toContain(`<title>${WRITTEN}</title>`);
  expect(feed).toContain(`<link href="https://glean.example/eduhub/${id}"/>`);
  expect(feed).toContain(`href="https://glean.example/media/${cover_key}/1600.webp"`);
  expect(feed).toContain('<summary>The first paragraph.</summary>');
  expect(feed).toContain(`<id>urn:uuid:${id}</id>`);
});

test('a search on the exchange has a feed of what guests see, newest first', async () => {
  const site = await openSite(PRODUCTION);
  const { db } = site.services;
  const { id: author_id } = await site.member();
  const older = await addPost(db, { author_id });
  const other = await addPost(db, { author_id });
  const newest = await addPost(db, { author_id, title: ODD });
  await addListing(db, { post_id: older.id, material: 'rice-straw' });
  await addListing(db, { post_id: other.id, material: 'rice-hull' });
  await addListing(db, { post_id: newest.id, material: 'rice-straw', barangay: 'San Roque' });
  const path = '/exchange/feed.xml?material=rice-straw&town=0304911000';
  const member = await site.signedIn();
  for (const browser of [site.guest(), member]) {
    const { body, headers } = await browser.get(path);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const feed: string = body['text'];
    expect(feed).toContain('Exchange: Rice straw, any distance from Guimba');
    expect(feed.match(/urn:uuid:[^<]+/g)).toEqual([
      `urn:uuid:${newest.id}`,
      `urn:uuid:${older.id}`,
    ]);
    expect(feed).toContain(`<title>${WRITTEN}</title>`);
    expect(feed).toContain(`<link href="https://glean.example/exchange/${newest.id}"/>`);
    expect(feed).not.toContain('San Roque');
  }
});

test('robots.txt disallows member pages', async () => {
  const site = await openSite(PRODUCTION);
  const { body } = await site.guest().get('/robots.txt');
  const lines = body['text'].split('\n');
  expect(lines).toContain('Disallow: /forums/');
  expect(lines).toContain('Allow: /forums/explore');
  expect(lines).toContain('Disallow: /profile');
  expect(lines).not.toContain('Disallow: /login');
  expect(lines).toContain('Sitemap: https://glean.example/sitemap.xml');
});

test('an invalidation puts a new resource into the cached feed', async () => {
  const site = await openSite();
  const get = await openGuestServer(site, (c) => c.notFound());
  const readFeed = async () => (await get('/eduhub/feed.xml')).text();
  await readFeed();
  await addResource(site.services.db, { title: 'Silage in drums' });
  expect(await readFeed()).not.toContain('Silage');
  await commitChange(site.services, 'eduhub');
  expect(await readFeed()).toContain('Silage in drums');
});

test('security.txt names a contact, and expires within a year (RFC 9116)', async () => {
  const site = await openSite(PRODUCTION);
  const { status, body, headers } = await site.guest().get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
  const text: string = body['text'];
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toMatch(/^Preferred-Languages: [a-z]{2,3}(, [a-z]{2,3})*$/m);
  expect(text).toContain('\nCanonical: https://glean.example/.well-known/security.txt\n');
  const expires = Array.from(text.matchAll(/^Expires: (\S+)$/gm), ([, date]) =>
    Date.parse(date ?? ''),
  );
  expect(expires).toHaveLength(1);
  expect(expires[0]).toBeGreaterThan(Date.now());
  expect(expires[0]).toBeLessThan(Date.now() + 365 * 86_400_000);
});

test('password managers find the form that changes a password', async () => {
  const site = await openSite(PRODUCTION);
  const { status, headers } = await site.guest().get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/profile#change-password']);
  const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await site.guest().get(unknown)).status).not.toBe(200);
});
