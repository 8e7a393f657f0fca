// Reads of the API are limited (docs/operations.md, "Limits of the server").
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { BUDGETS } from '#lib/server/platform/rate-limits/read-budgets.ts';
import { bearer, NOTIFICATIONS } from '#tests/support/nouns/notification-requests.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { countHits } from '#tests/support/site/scrape.ts';
import { openSite } from '#tests/support/site/site.ts';

const { member: MEMBER, guest: GUEST } = BUDGETS.reads;
const TOKEN = '/api/token/csrf';
const RESOURCES = '/api/web/eduhub';

// Fixed clocks, because a slow machine would be allowed more reads.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Reads this many times. @returns the distinct statuses */
async function readTimes(browser: Browser, count: number, headers: Record<string, string> = {}) {
  const statuses = new Set<number>();
  for (let nth = 0; nth < count; nth += 1)
    statuses.add((await browser.send(TOKEN, { headers })).status);
  return [...statuses];
}

test('a member’s reads are limited across all their browsers, then get 429 until a token returns', async () => {
  const site = await openSite();
  const [maria, jun] = [await site.signedIn(), await site.signedIn()];
  const phone = await site.signedIn(maria.member);
  const first = await maria.get(TOKEN);
  expect(first.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=60');
  expect(first.headers.get('ratelimit')).toBe('"reads";r=599;t=1');
  expect(await readTimes(phone, MEMBER.capacity - 1)).toEqual([200]);
  const rejected = await maria.get('/api/web/forum');
  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(rejected.headers.get('retry-after')).toBe('1');
  expect(rejected.headers.get('ratelimit')).toBe('"reads";r=0;t=60');
  expect(await readTimes(jun, 1)).toEqual([200]);
  site.advanceClock(1000);
  expect(await readTimes(maria, MEMBER.perSecond)).toEqual([200]);
  expect(await readTimes(maria, 1)).toEqual([429]);
  expect(await countHits(site, 'reads')).toBe(2);
});

const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('the guests of a network have their own budget, which HEAD uses too', async () => {
  const site = await openSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const browser = site.guest();
  for (let nth = 0; nth < GUEST.capacity; nth += 1) {
    const headers = from(`2001:db8::${(nth % 9) + 1}`);
    await browser.send(RESOURCES, { method: nth % 2 ? 'HEAD' : 'GET', headers });
  }
  const rejected = await browser.get(RESOURCES, from('2001:db8::1'));
  expect([rejected.status, rejected.headers.get('ratelimit')]).toEqual([429, null]);
  expect((await browser.get(RESOURCES, from('2001:db8:0:1::1'))).status).toBe(200);
  const member = await site.signedIn();
  expect((await member.get(RESOURCES, from('2001:db8::1'))).status).toBe(200);
});

test('a read with its own limit reports both limits, over HTTP too', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const get = await openGuestServer(site, (c) => c.notFound());
  const path = '/api/web/forum/explore/look/account/posts?search=straw';
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const { headers } of [await browser.get(path), await get(path, { headers: { cookie } })]) {
    expect(headers.get('ratelimit-policy')).toBe('"search";q=300;w=60, "reads";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"search";r=\d+;t=\d+, "reads";r=\d+;t=\d+$/);
  }
});

test('an unchanged poll counts, but has no limit headers', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const headers = await bearer(browser);
  const list = await browser.get(NOTIFICATIONS, headers);
  const condition = { ...headers, 'if-none-match': list.headers.get('etag') ?? '' };
  const poll = await browser.get(NOTIFICATIONS, condition);
  expect([poll.status, poll.headers.get('ratelimit')]).toEqual([304, null]);
  const { headers: after } = await browser.get(TOKEN);
  expect(after.get('ratelimit')).toBe('"reads";r=596;t=1');
});

test('eight tabs that open pages and poll all day stay within the budget', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const READS_OF_A_PAGE = 6;
  for (let minute = 0; minute < 5; minute += 1) {
    // Each tab polls every five seconds, as in browsers without locks, and opens two pages a minute.
    const reads = 8 * (12 + 2 * READS_OF_A_PAGE);
    expect(await readTimes(browser, reads)).toEqual([200]);
    site.advanceClock(60_000);
  }
});
