// The stored pages of a member, and the order of their deletion, with a cache of the tests.
import { beforeEach, expect, test, vi } from 'vitest';

import { cachePage } from '#lib/client/offline/cached-pages.ts';
import { cacheMemberPage } from '#lib/client/offline/member-pages.ts';
import {
  MEMBER_OFFLINE_HEADER,
  OFFLINE_ASSETS_PATH,
  type OfflineAssets,
  SAVED_POST_HEADER,
} from '#lib/contract/offline.ts';

const ORIGIN = 'https://glean.example';
const ASSETS: OfflineAssets = { build: '1', files: [], memberFiles: [], dialogFiles: [] };

const href = (key: string | { url: string }) =>
  new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;

/** The part of `Cache` that the tests use. */
function createCache() {
  const entries = new Map<string, Response>();
  return {
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    match: async (key: string | { url: string }) => entries.get(href(key))?.clone(),
    delete: async (key: string | { url: string }) => entries.delete(href(key)),
    async put(key: string, page: Response) {
      const body = await page.text();
      entries.set(href(key), new Response(body, { headers: page.headers }));
    },
    paths: () => [...entries.keys()].map((url) => url.slice(ORIGIN.length)),
  };
}

let pages: ReturnType<typeof createCache>;
const store = (key: string, headers: Record<string, string> = {}) =>
  cacheMemberPage(
    pages as unknown as Cache,
    key,
    new Response('', {
      headers: { date: new Date().toUTCString(), [MEMBER_OFFLINE_HEADER]: '1', ...headers },
    }),
  );
const storeSaved = (nth: number) => store(`/forums/posts/${nth}`, { [SAVED_POST_HEADER]: '1' });

beforeEach(async () => {
  pages = createCache();
  const files = createCache();
  await files.put(`${OFFLINE_ASSETS_PATH}?build=1`, Response.json(ASSETS));
  vi.stubGlobal('caches', { open: async () => files });
});

test('posts that were saved for later take at most 40 of the 60 entries, and the oldest go', async () => {
  await store('/forums/explore');
  for (let nth = 0; nth < 60; nth += 1) await storeSaved(nth);
  const saved = Array.from({ length: 40 }, (_, nth) => `/forums/posts/${nth + 20}`);
  expect(pages.paths()).toEqual(['/forums/explore', ...saved]);
});

test('the pickups, the list of saved posts and the newest page are never deleted', async () => {
  await store('/exchange/pickups');
  await store('/profile/saved');
  for (let nth = 0; nth < 40; nth += 1) await storeSaved(nth);
  for (let nth = 0; nth < 30; nth += 1) {
    await store(`/eduhub?cursor=${nth}`);
    expect(pages.paths()).toContain(`/eduhub?cursor=${nth}`);
  }
  expect(pages.paths()).toHaveLength(60);
  expect(pages.paths()).toEqual(expect.arrayContaining(['/exchange/pickups', '/profile/saved']));
  expect(pages.paths()).not.toContain('/eduhub?cursor=0');
});

test('a page whose connection ends midway does not replace the earlier copy', async () => {
  await store('/exchange/pickups');
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError('No connection')),
  });
  const page = new Response(broken, { headers: { [MEMBER_OFFLINE_HEADER]: '1' } });
  await expect(cachePage(pages as unknown as Cache, '/exchange/pickups', page)).rejects.toThrow(
    'No connection',
  );
  expect(pages.paths()).toContain('/exchange/pickups');
});
