// The bytes of uploads are limited (docs/operations.md, "Limits of the server").
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { UPLOADED_MEGABYTES } from '#lib/server/platform/rate-limits/read-budgets.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { countHits } from '#tests/support/site/scrape.ts';
import { openSite } from '#tests/support/site/site.ts';

const SENT_MEGABYTES = 20;
const FILE = { bytes: new Uint8Array(4 * 1024 * 1024), type: 'image/gif' };
const form = () => postForm(Array.from({ length: 5 }, () => FILE));

// Fixed clocks, because a slow machine would be allowed more.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('a network may upload this many megabytes, rejected or not, then gets 429 for a while', async () => {
  const site = await openSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const [maria, jun] = [await site.signedIn(), await site.signedIn()];
  const times = Math.floor(UPLOADED_MEGABYTES.capacity / (SENT_MEGABYTES + 0.1));
  for (let nth = 0; nth < times; nth += 1)
    expect((await maria.post(POSTS, form(), from(`2001:db8::${nth}`))).status).toBe(415);
  const rejected = await jun.post(POSTS, form(), from('2001:db8::7'));
  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(await countHits(site, 'uploads')).toBe(1);
  const seconds = Number(rejected.headers.get('retry-after'));
  expect((await jun.post(POSTS, form(), from('198.51.100.7'))).status).toBe(415);
  expect((await jun.post(POSTS, postForm(), from('2001:db8::7'))).status).toBe(201);
  site.advanceClock((seconds + 1) * 1000);
  expect((await jun.post(POSTS, form(), from('2001:db8::7'))).status).toBe(415);
});

test('forms of guests do not count, because they are not read', async () => {
  const site = await openSite();
  for (let nth = 0; nth < 6; nth += 1)
    expect((await site.guest().post(POSTS, form())).status).toBe(401);
  const member = await site.signedIn();
  expect((await member.post(POSTS, postForm())).status).toBe(201);
});

test('a chunked form counts as the largest one', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const request = new Response(postForm());
    const headers = {
      'transfer-encoding': 'chunked',
      'content-type': request.headers.get('content-type') ?? '',
      'x-csrf-token': await browser.token(),
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
    };
    const body = await request.arrayBuffer();
    statuses.push((await browser.send(POSTS, { method: 'POST', body, headers })).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 429]);
});
