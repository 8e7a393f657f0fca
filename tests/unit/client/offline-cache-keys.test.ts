import { expect, test } from 'vitest';

import { cacheKey } from '#lib/client/offline/cached-pages.ts';

test.each([
  ['/eduhub?utm_source=mail', '/eduhub'],
  ['/eduhub?cursor=a%23b&fbclid=1', '/eduhub?cursor=a%23b'],
  ['/eduhub?cursor=a%26search%3Db', '/eduhub?cursor=a%26search%3Db'],
  ['/eduhub?search=straw', null],
  ['/forums/explore?post=deleted', null],
  ['/profile/saved?done=saved', null],
  ['/forums/posts/1?comment=2', '/forums/posts/1'],
])('the cache key of %s is %s', (address, key) => {
  expect(cacheKey(new URL(address, 'https://glean.example'))).toBe(key);
});
