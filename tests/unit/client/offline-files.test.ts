// Files for offline reading are stored permanently, so they must be the requested ones.
import { afterEach, expect, test, vi } from 'vitest';

import { cacheFiles } from '#lib/client/offline/cache-files.ts';

const PACK = '/pack.json';
const SCRIPT = 'text/javascript; charset=utf-8';

/** @returns a cache that records the types of stored files, and its content */
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

test('an error is not stored', async () => {
  const { cache, stored } = createCache();
  respondWith({ '/a.js': () => respond(SCRIPT, 503) });
  await expect(cacheFiles(cache, ['/a.js'], PACK)).rejects.toThrow(TypeError);
  expect(stored).toEqual(new Map());
});

test('packed files have the type of their name, and others are fetched', async () => {
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
