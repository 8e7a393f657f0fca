import { beforeEach, expect, test, vi } from 'vitest';

import { handlePage } from '#src/service-worker/handle-page.ts';
import type { FetchEvent } from '#src/service-worker/service-worker-scope.ts';

const ABOUT = new URL('https://glean.example/about');

/** A navigation with the browser's response to its preload. */
const navigate = (preloadResponse: Promise<Response | undefined>): FetchEvent =>
  Object.assign(new Event('fetch'), {
    request: { url: ABOUT.href, mode: 'navigate' } as Request,
    preloadResponse,
    waitUntil: () => undefined,
    respondWith: () => undefined,
  });

beforeEach(() => {
  vi.stubGlobal('caches', {
    keys: async () => [],
    match: async (key: string, { cacheName }: MultiCacheQueryOptions) =>
      key === ABOUT.pathname && cacheName === 'visited' ? new Response('stored') : undefined,
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

test.each([
  ['rejects, as in Chromium', () => Promise.reject(new TypeError('preload'))],
  ['resolves to an error, as in Firefox', async () => Response.error()],
  ['resolves to nothing, without preload', async () => undefined],
])('the stored copy is shown when the preload %s', async (_, preload) => {
  const response = await handlePage(navigate(preload()), ABOUT);
  expect(await response.text()).toBe('stored');
});
