// Pages that are rendered are limited, cached ones are not (docs/operations.md, "Limits of the server").
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { commitChange } from '#tests/support/site/commit-change.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { countHits } from '#tests/support/site/scrape.ts';
import { openSite } from '#tests/support/site/site.ts';

const MEMBER_PAGES = 300;
const GUEST_PAGES = 600;
const CONCURRENT = 50;

// Fixed clocks, because a slow machine would be allowed more pages.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A site with the page `/cached`, which is cached for guests, and uncached ones. */
async function openPages() {
  const site = await openSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const state = { renders: 0 };
  const get = await openGuestServer(site, (c) => {
    state.renders += 1;
    if (c.req.path === '/cached') cachePage(c.get('ctx'), { seconds: 60, tags: ['posts'] });
    return c.text('page');
  });
  const read = (path: string, headers: Record<string, string>) => get(path, { headers });
  const readTimes = async (count: number, path: string, headers: Record<string, string>) => {
    const statuses = new Set<number>();
    for (let left = count; left > 0; left -= CONCURRENT) {
      const batch = Array.from({ length: Math.min(left, CONCURRENT) }, () => read(path, headers));
      for (const { status } of await Promise.all(batch)) statuses.add(status);
    }
    return [...statuses];
  };
  return { site, state, read, readTimes };
}

const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('the guests of a network may request this many uncached pages, then get 429', async () => {
  const { site, read, readTimes } = await openPages();
  expect(await readTimes(GUEST_PAGES, '/other', from('2001:db8::1'))).toEqual([200]);
  const rejected = await read('/other', from('2001:db8::2'));
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await read('/other', from('198.51.100.7'))).status).toBe(200);
  site.advanceClock(1000);
  expect(await readTimes(10, '/other', from('2001:db8::1'))).toEqual([200]);
  expect((await read('/other', from('2001:db8::1'))).status).toBe(429);
  expect(await countHits(site, 'pages')).toBe(2);
});

test('neither a cached page nor its rendering counts', async () => {
  const { site, state, readTimes } = await openPages();
  expect(await readTimes(GUEST_PAGES, '/cached', from('203.0.113.7'))).toEqual([200]);
  expect(state.renders).toBe(1);
  for (let nth = 0; nth < 5; nth += 1) {
    await commitChange(site.services, 'posts');
    expect(await readTimes(2, '/cached', from('203.0.113.7'))).toEqual([200]);
  }
  expect(await readTimes(GUEST_PAGES, '/other', from('203.0.113.7'))).toEqual([200]);
});

test('a member may request this many pages, from any network', async () => {
  const { site, read, readTimes } = await openPages();
  const headers = async () => {
    const { cookies } = await site.signedIn();
    return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  };
  const maria = await headers();
  expect(await readTimes(MEMBER_PAGES, '/cached', { ...maria, ...from('203.0.113.7') })).toEqual([
    200,
  ]);
  expect((await read('/cached', { ...maria, ...from('198.51.100.7') })).status).toBe(429);
  expect((await read('/cached', await headers())).status).toBe(200);
});

test('a sitemap rendered for a member counts as a page', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const statuses = new Set<number>();
  for (let nth = 0; nth < MEMBER_PAGES; nth += 1)
    statuses.add((await browser.send('/sitemap.xml')).status);
  expect([...statuses]).toEqual([200]);
  expect((await browser.send('/sitemap.xml')).status).toBe(429);
});
