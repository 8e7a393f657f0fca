// The metadata of pages for search engines and shared links.
import { expect, test } from 'vitest';

import { shareServer } from '#tests/server/running-server.ts';
import { originOf } from '#tests/support/server/server-process.ts';

const INDEXED = ['/', '/about', '/forums/explore', '/eduhub', '/legal-agreements/data-privacy'];
const HIDDEN = [
  '/unauthorized',
  '/thank-you',
  '/offline',
  '/nothing',
  '/login',
  '/eduhub?search=straw',
];

const shared = shareServer();

const get = (path: string) => fetch(originOf(shared()) + path);

const valuesOf = (html: string, pattern: RegExp): Record<string, string> =>
  Object.fromEntries([...html.matchAll(pattern)].map(([, name, value]) => [name, value]));

async function readHead(path: string) {
  const html = await (await get(path)).text();
  return {
    title: /<title>(.+?)<\/title>/.exec(html)?.[1],
    metas: valuesOf(html, /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
    links: valuesOf(html, /<link rel="([^"]+)"[^>]* href="([^"]*)"/g),
    jsonLd: /<script type="application\/ld\+json">(.+?)<\/script>/s.exec(html)?.[1] ?? '{}',
  };
}

test.each(INDEXED)('%s has metadata for search engines and shared links', async (path) => {
  const { title, metas, links } = await readHead(path);
  expect(links['canonical']).toBe(new URL(path, originOf(shared())).href);
  expect(metas['description']?.length).toBeGreaterThan(30);
  expect(metas).toMatchObject({ 'og:title': title, 'og:url': links['canonical'] });
  const image = await get(new URL(metas['og:image'] ?? '').pathname);
  expect(image.headers.get('content-type')).toMatch(/^image\//);
  expect(Number(metas['og:image:width'])).toBeGreaterThanOrEqual(1200);
});

test.each(INDEXED)('%s has no router for guests', async (path) => {
  const { metas } = await readHead(path);
  expect(metas).not.toHaveProperty('astro-view-transitions-enabled');
});

test('the screens of sign-in have a router', async () => {
  const { metas } = await readHead('/login');
  expect(metas).toHaveProperty('astro-view-transitions-enabled');
});

test.each(HIDDEN)('%s is not indexed', async (path) => {
  const { metas, links } = await readHead(path);
  expect(metas['robots']).toContain('noindex');
  expect(links['canonical']).toBeUndefined();
});

test('the landing page has the organisation’s metadata', async () => {
  const { jsonLd } = await readHead('/');
  expect(JSON.parse(jsonLd)).toMatchObject({ '@type': 'Organization', name: 'Glean' });
});

test('/unauthorized gets 401', async () => {
  const response = await get('/unauthorized');
  expect(response.status).toBe(401);
  expect(await response.text()).toMatch(/<h1[^>]*>Unauthorized Access<\/h1>/);
});
