// The rate limits of personal access tokens, and where they must not appear.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { BUDGETS } from '#lib/server/platform/rate-limits/read-budgets.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { confirm } from '#tests/support/nouns/member-with-everything.ts';
import {
  makeToken,
  newToken,
  sendWithToken,
  TOKENS,
} from '#tests/support/nouns/personal-tokens.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { unzip } from '#tests/support/server/unzip.ts';
import { countHits } from '#tests/support/site/scrape.ts';
import { openSite } from '#tests/support/site/site.ts';

const FEED = ['GET', '/api/web/forum'] as const;

// Fixed clocks, because a slow machine would be allowed more requests.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('a member’s tokens share a separate limit, for reads and writes', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'read');
  const second = await makeToken(browser);
  const { capacity } = BUDGETS.tokens.member;
  for (let nth = 0; nth < capacity; nth += 1) {
    const path = '/api/web/account/profile';
    const method = nth % 2 ? 'GET' : 'PATCH';
    await sendWithToken(site, nth % 3 ? token : second.token, [method, path]);
  }
  const rejected = await sendWithToken(site, token, FEED);
  expect([rejected.status, rejected.headers.get('ratelimit')]).toEqual([429, '"tokens";r=0;t=60']);
  expect(rejected.headers.get('retry-after')).toBe('1');
  expect((await browser.get('/api/web/forum')).status).toBe(200);
  const other = await newToken(site, 'read');
  expect((await sendWithToken(site, other.token, FEED)).status).toBe(200);
  expect(await countHits(site, 'tokens')).toBe(1);
});

test('invalid tokens are limited by network, without locking out valid ones', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'read');
  const wrong = `glean_pat_${'a'.repeat(43)}`;
  const send = async (given: string, method: string) =>
    (await sendWithToken(site, given, [method, '/api/web/forum'])).status;
  const { capacity } = BUDGETS.tokens.guest;
  for (let nth = 0; nth < capacity; nth += 1)
    expect(await send(wrong, nth % 2 ? 'GET' : 'POST')).toBe(401);
  expect([await send(wrong, 'GET'), await send(wrong, 'POST')]).toEqual([429, 429]);
  expect(await send(token, 'GET')).toBe(200);
});

test('no token is in the log, and each request names its owner', async () => {
  const site = await openSite();
  const { browser, token, token_id } = await newToken(site, 'write');
  await sendWithToken(site, token, ['POST', POSTS, postForm()]);
  await sendWithToken(site, token, ['GET', `/api/web/forum/posts/${token}?token=${token}`]);
  await sendWithToken(site, token, ['GET', '/api/web/account/sessions']);
  await sendWithToken(site, `${token}x`, FEED);
  await browser.change('DELETE', `${TOKENS}/${token_id}`);
  await sendWithToken(site, token, FEED);
  const text = site.log.join('');
  const secret = token.slice('glean_pat_'.length);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(hashToken(token));
  const lines = site.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const eventsOf = (event: string) => lines.filter((line) => line['event'] === event);
  const who = { member: browser.member.id, token: token_id };
  expect(eventsOf('token_created')).toMatchObject([who]);
  expect(eventsOf('token_removed')).toMatchObject([who]);
  expect(eventsOf('token_rejected')).toHaveLength(2);
  expect(eventsOf('request').filter((line) => line['token'] === token_id)).toHaveLength(3);
});

test('an export lists the member’s tokens without their secrets', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'write');
  await confirm(browser);
  await browser.post('/api/web/account/export');
  await makeDueExports(site.services);
  const response = await browser.send('/api/web/account/export/file');
  const zip = unzip(Buffer.from(await response.arrayBuffer()));
  const all = [...zip.values()].map((bytes) => bytes.toString('latin1')).join('\n');
  expect(zip.get('data/personal_tokens.json')?.toString()).toContain('My app');
  expect(all).not.toContain(token.slice('glean_pat_'.length));
  expect(all).not.toContain(hashToken(token));
});
