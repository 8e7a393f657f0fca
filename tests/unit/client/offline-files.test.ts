// What is stored for offline is stored for good, so it is what was requested.
import { afterEach, expect, test, vi } from 'vitest';

import { cacheFiles } from '#lib/client/offline/cache-files.ts';

const PACK = '/pack.json';
const SCRIPT = 'text/javascript; charset=utf-8';

/** @returns a cache that keeps the types of what is stored, and what it holds */
function createCache() {
  const stored = new Map<string, string | null>();
  const cache: Pick<Cache, 'match' | 'put'> = {
    match: () => Promise.resolve(undefined),
    put: (path, { headers }) => {
      stored.set(path as string, headers.get('content-type'));
      return Promise.resolve();
    },
  };
  return { cache: cache as Cache, stored };
}

const respondWith = (responses: Record<string, () => Response>) =>
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(responses[path]!()));

const respond = (type: string, status = 200) =>
  new Response('{}', { status, headers: { 'content-type': type } });

afterEach(() => vi.unstubAllGlobals());

test('a page in place of a script is not stored', async () => {
  const { cache, stored } = createCache();
  respondWith({ '/a.js': () => respond('text/html; charset=utf-8') });
  await expect(cacheFiles(cache, ['/a.js'], PACK)).rejects.toThrow(TypeError);
  expect(stored).toEqual(new Map());
});

test('nor is an error', async () => {
  const { cache, stored } = createCache();
  respondWith({ '/a.js': () => respond(SCRIPT, 503) });
  await expect(cacheFiles(cache, ['/a.js'], PACK)).rejects.toThrow(TypeError);
  expect(stored).toEqual(new Map());
});

test('what is packed has the type of its name, what is not is fetched', async () => {
  const { cache, stored } = createCache();
  respondWith({
    [PACK]: () => Response.json({ '/a.js': '', '/b.js': '', '/c.svg': '' }),
    '/d.css': () => respond('text/css'),
  });
  await cacheFiles(cache, ['/a.js', '/b.js', '/c.svg', '/d.css'], PACK);
  expect(Object.fromEntries(stored)).toEqual({
    '/a.js': SCRIPT,
    '/b.js': SCRIPT,
    '/c.svg': 'image/svg+xml',
    '/d.css': 'text/css',
  });
});
