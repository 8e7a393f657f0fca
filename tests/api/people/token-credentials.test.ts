// How a request sends a personal access token, and what does not count as one.
import { expect, test } from 'vitest';

import { hashToken } from '#lib/server/platform/secrets.ts';
import { NOTIFICATIONS } from '#tests/support/nouns/notification-requests.ts';
import { newToken, sendWithToken, TOKENS } from '#tests/support/nouns/personal-tokens.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const FEED = ['GET', '/api/web/forum'] as const;
const FOLLOW = '/api/web/forum/follow/account';

test('CSRF tokens are still required with a session cookie, and sending both credentials is an error', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'write');
  const { id } = await site.member();
  const headers = { authorization: `Bearer ${token}` };
  const without = await browser.post(`${FOLLOW}/${id}`, {}, { ...headers, 'x-csrf-token': '' });
  expect([without.status, without.body['code']]).toEqual([403, 'invalid_csrf_token']);
  const foreign = { ...headers, origin: 'https://evil.example' };
  expect((await browser.post(`${FOLLOW}/${id}`, {}, foreign)).body['code']).toBe('cross_origin');
  for (const both of [
    await browser.post(`${FOLLOW}/${id}`, {}, headers),
    await browser.get('/api/web/forum', headers),
    await browser.get('/api/web/listings', headers),
    await browser.get(TOKENS, headers),
  ])
    expect([both.status, both.body['code']]).toEqual([400, 'two_credentials']);
  // Even if the cookie's session has ended.
  const cookie = { cookie: 'session=gone' };
  const ended = await sendWithToken(site, token, FEED, cookie);
  expect(ended.body['code']).toBe('two_credentials');
  const write = await sendWithToken(site, token, ['POST', POSTS, postForm()], cookie);
  expect(write.status).toBe(403);
  expect(await site.services.db.selectFrom('follows').selectAll().execute()).toEqual([]);
});

test('other cookies are ignored, such as a visitor’s, or one named like a token', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  const cookie = { cookie: `visitor=abc; token=${token}; glean_pat=${token}` };
  expect((await sendWithToken(site, token, FEED, cookie)).status).toBe(200);
  const write = await sendWithToken(site, token, ['POST', POSTS, postForm()], cookie);
  expect(write.status).toBe(201);
});

test('a token in the query, a cookie, another header or as a password gives no access', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  const feed = async (query: string, headers: Record<string, string>) =>
    (await site.guest().get(`/api/web/forum${query}`, headers)).body['code'];
  for (const name of ['token', 'access_token', 'authorization', 'private_token'])
    expect(await feed(`?${name}=${token}`, {})).toBe('unauthenticated');
  const basic = Buffer.from(`x:${token}`).toString('base64');
  const others: Record<string, string>[] = [
    { cookie: `session=${token}` },
    { cookie: `authorization=Bearer ${token}` },
    { 'x-csrf-token': token },
    { 'private-token': token },
    { 'proxy-authorization': `Bearer ${token}` },
    { authorization: token },
    { authorization: `Token ${token}` },
    { authorization: `Basic ${basic}` },
  ];
  for (const headers of others)
    expect([headers, await feed('', headers)]).toEqual([headers, 'unauthenticated']);
});

test('the word Bearer is case-insensitive, the token is not', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'read');
  const code = async (authorization: string) => {
    const { status, body } = await site.guest().get('/api/web/forum', { authorization });
    return status === 200 ? 200 : body['code'];
  };
  for (const right of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`])
    expect(await code(right)).toBe(200);
  const [secret = ''] = token.split('glean_pat_').slice(1);
  for (const wrong of [
    `GLEAN_PAT_${secret}`,
    `glean_pat_${secret.slice(0, -1)}`,
    `glean_pat_${secret}A`,
    `glean_pat_${secret}=`,
    `glean_pat_${secret} x`,
    `glean_pat_${secret}, Bearer ${token}`,
    `glean_pat_${secret.toLowerCase()}`,
    `glean_pat_${'A'.repeat(43)}`,
    `glean_pat_${hashToken(token)}`,
    'glean_pat_',
    `glean_pat_${'x'.repeat(9000)}`,
  ])
    expect([wrong, await code(`Bearer ${wrong}`)]).toEqual([wrong, 'token_rejected']);
  for (let at = 0; at < secret.length; at += 1) {
    const other = secret[at] === 'A' ? 'B' : 'A';
    site.advanceClock(1000);
    const changed = `glean_pat_${secret.slice(0, at)}${other}${secret.slice(at + 1)}`;
    expect(await code(`Bearer ${changed}`)).toBe('token_rejected');
  }
});

test('unknown, removed and ended tokens, and those of disabled members, get the same response', async () => {
  const site = await openSite();
  const responses = [];
  const removed = await newToken(site, 'read');
  await removed.browser.change('DELETE', `${TOKENS}/${removed.token_id}`);
  const disabled = await newToken(site, 'read');
  const { db, now } = site.services;
  const { id } = disabled.browser.member;
  await db.updateTable('members').set({ disabled_at: now() }).where('id', '=', id).execute();
  const ended = await newToken(site, 'read');
  await db
    .updateTable('personal_tokens')
    .set({ until: '2020-01-01' })
    .where('id', '=', ended.token_id)
    .execute();
  for (const { token } of [removed, disabled, ended, { token: `glean_pat_${'a'.repeat(43)}` }]) {
    const { status, body, headers } = await sendWithToken(site, token, FEED);
    const names = [...headers.keys()].toSorted();
    responses.push(JSON.stringify([status, body, names, headers.get('www-authenticate')]));
  }
  expect(new Set(responses).size).toBe(1);
  expect(responses[0]).toContain('[401,');
});

test('a token is not a session’s access token, and reads notifications without one', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'read');
  const first = await sendWithToken(site, token, ['GET', NOTIFICATIONS]);
  expect(first.status).toBe(200);
  const etag = first.headers.get('etag') ?? '';
  const again = await sendWithToken(site, token, ['GET', NOTIFICATIONS], { 'if-none-match': etag });
  expect(again.status).toBe(304);
  const { body } = await browser.get('/api/token/access');
  const jwt = await sendWithToken(site, body['token'], FEED);
  expect([jwt.status, jwt.body['code']]).toEqual([401, 'unauthenticated']);
});

test('pages ignore tokens', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  const headers = { authorization: `Bearer ${token}` };
  const body = new URLSearchParams({ action: 'remove' });
  for (const path of ['/profile/tokens', '/profile/passkeys']) {
    const type = 'application/x-www-form-urlencoded';
    const sent = { ...headers, 'content-type': type, origin: 'http://localhost' };
    const { status, headers: got } = await site.guest().send(path, {
      method: 'POST',
      body: body.toString(),
      headers: sent,
    });
    expect([status, got.get('location')]).toEqual([
      303,
      `/login?redirect=${encodeURIComponent(path)}`,
    ]);
  }
});
