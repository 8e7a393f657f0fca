import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { ApiError } from '#lib/client/http/api-error.ts';
import { requestData } from '#lib/client/http/request.ts';
import { stubFetch, stubBrowserGlobals } from '#tests/support/site/client-fixtures.ts';

const failed = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json({ error: 'A sentence.', code, fields: { title: 'No.' } }, { status, headers });
const failureOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);

const cutOff = (controller: ReadableStreamDefaultController) =>
  controller.error(new TypeError('terminated'));

beforeEach(stubBrowserGlobals);

test.each(['post', 'patch', 'put', 'delete'] as const)(
  'every %s has a new CSRF token',
  async (method) => {
    const calls = stubFetch(() => Response.json({ data: null }));
    await requestData('a', z.null(), { method });
    await requestData('a', z.null(), { method });
    const changing = calls.filter(({ path }) => path === '/api/a');
    expect(changing.map(({ token }) => token)).toEqual(['t1', 't2']);
  },
);

test('a request carries its page’s viewer, and a retry the same one', async () => {
  let viewer = 'maria';
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { viewer } }) });
  const calls = stubFetch(({ token }) => {
    viewer = 'jun';
    return token === 't1' ? failed(403, 'invalid_csrf_token') : Response.json({ data: null });
  });
  await requestData('a', z.null(), { method: 'post' });
  await requestData('a', z.null());
  expect(calls.filter(({ path }) => path === '/api/a')).toMatchObject([
    { method: 'POST', token: 't1', viewer: 'maria' },
    { method: 'POST', token: 't2', viewer: 'maria' },
    { method: 'GET', token: null, viewer: 'jun' },
  ]);
});

test('reading needs no token', async () => {
  const calls = stubFetch(() => Response.json({ data: 1 }));
  expect(await requestData('a', z.number())).toBe(1);
  expect(calls).toEqual([{ method: 'GET', path: '/api/a', token: null, viewer: null }]);
});

test('a rejected token is replaced once', async () => {
  const calls = stubFetch(({ token }) =>
    token === 't1' ? failed(403, 'invalid_csrf_token') : Response.json({ data: null }),
  );
  await requestData('a', z.null(), { method: 'post', json: { words: 'kept' } });
  expect(calls.map(({ path, token }) => token ?? path)).toEqual([
    '/api/token/csrf',
    't1',
    '/api/token/csrf',
    't2',
  ]);
});

test('a token rejected twice is an error', async () => {
  const calls = stubFetch(() => failed(403, 'invalid_csrf_token'));
  const failure = await failureOf(requestData('a', z.null(), { method: 'post' }));
  expect(failure).toMatchObject({ code: 'invalid_csrf_token', status: 403 });
  expect(calls).toHaveLength(4);
});

test.each([
  [403, 'post_not_yours'],
  [500, 'internal'],
  [503, 'unavailable'],
])('a mutation is not repeated after %i', async (status, code) => {
  const calls = stubFetch(() => failed(status, code));
  await failureOf(requestData('a', z.null(), { method: 'post' }));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an error contains the server’s text', async () => {
  stubFetch(() => failed(429, 'rate_limited', { 'retry-after': '7' }));
  const failure = await failureOf(requestData('a', z.null()));
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    message: 'A sentence.',
    code: 'rate_limited',
    status: 429,
    fields: { title: 'No.' },
    retryAfter: 7,
  });
});

test('an error without a body gets the default message', async () => {
  stubFetch(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const failure = await failureOf(requestData('a', z.null()));
  expect(failure).toMatchObject({ message: 'SOMETHING WENT WRONG', status: 502 });
});

test('a network error has an offline message', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  const failure = await failureOf(requestData('a', z.null()));
  expect(failure).toMatchObject({ code: 'offline', status: 0 });
  expect((failure as Error).message).toMatch(/^You seem to be offline\. /);
});

test('a connection that ends in the middle of a response has an offline message', async () => {
  stubFetch(() => new Response(new ReadableStream({ start: cutOff })));
  expect(await failureOf(requestData('a', z.null()))).toMatchObject({ code: 'offline' });
});

test('a request that takes too long has its own message', async () => {
  stubFetch(() => Promise.reject(new DOMException('Timed out.', 'TimeoutError')));
  const failure = await failureOf(requestData('a', z.null()));
  expect(failure).toMatchObject({ code: 'timeout', status: 0 });
  expect((failure as Error).message).toMatch(/^This is taking too long\. /);
});

test('a response that is not JSON is an error', async () => {
  stubFetch(() => new Response('<h1>Welcome to this network</h1>'));
  expect(await failureOf(requestData('a', z.null()))).toMatchObject({ code: 'malformed_response' });
});

test('a response that breaks its contract is an error', async () => {
  stubFetch(() => Response.json({ data: 'text' }));
  const failure = await failureOf(requestData('a', z.number()));
  expect(failure).toMatchObject({ message: 'SOMETHING WENT WRONG', code: 'malformed_response' });
});

test('an aborted request is not an error', async () => {
  const giveUp = new AbortController();
  stubFetch(() => {
    giveUp.abort();
    throw giveUp.signal.reason;
  });
  const thrown = await failureOf(requestData('a', z.null(), { signal: giveUp.signal }));
  expect(thrown).toMatchObject({ name: 'AbortError' });
});
