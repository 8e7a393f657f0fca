import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';

import type { Ctx, Viewer } from '#lib/server/domain/context.ts';
import { answerKept, answerOnce } from '#lib/server/pipeline/answer.ts';
import { compressAnswers } from '#lib/server/pipeline/encoding.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { KeptAnswers } from '#lib/server/pipeline/kept-answers.ts';

const MAX_BYTES = 8 * 1024 * 1024;

let reads: number;
let now: number;
let version: number | null;
let viewer: Viewer | null;
let meanwhile: () => void;
let app: Hono<Env>;

beforeEach(() => {
  [reads, now, version] = [0, 0, 1];
  viewer = { id: 'maria', sessionId: 's', until: 1000, account: {} as Viewer['account'] };
  meanwhile = () => {};
  const answers = new KeptAnswers(
    () => version,
    () => now,
    false,
  );
  app = new Hono<Env>()
    .use(answers.middleware((cookies) => cookies.includes('session=')))
    .use(compressAnswers)
    .use(async (c, next) => {
      c.set('ctx', { viewer: viewer && { ...viewer } } as Ctx);
      await next();
    })
    .get('/counted', (c) => c.json({ data: (reads += 1) }))
    .get('/polled', (c) => answerOnce(c, 'nothing new'))
    .get('/fails', (c) => {
      reads += 1;
      answerKept(c, 'half');
      throw new Error('away');
    })
    .get('/big', (c) => {
      reads += 1;
      return answerKept(c, 'x'.repeat(MAX_BYTES / 4));
    })
    .get('*', (c) => {
      reads += 1;
      meanwhile();
      const words = 'words '.repeat(300);
      return answerKept(c, `${c.req.header('cookie')} ${c.req.header('authorization')} ${words}`);
    })
    .onError((_, c) => c.text('fault', 500));
});

const MARIA = { cookie: 'session=maria' };
const get = async (path = '/', headers: Record<string, string> = {}) =>
  app.request(path, { headers: { ...MARIA, ...headers } });
const textOf = async (path?: string, headers?: Record<string, string>) =>
  (await get(path, headers)).text();

test('an answer is given again to the letter, and read again after any change', async () => {
  const first = await get();
  const again = await get();
  expect(await again.text()).toBe(await first.text());
  expect(again.headers.get('content-type')).toBe('application/json');
  expect(again.headers.get('cache-control')).toBe('no-store');
  expect(reads).toBe(1);
  version = 2;
  await textOf();
  expect(reads).toBe(2);
});

test('whoever differs in a letter of cookie or token, or asks for other things, is answered anew', async () => {
  await textOf();
  const others: [string, Record<string, string>][] = [
    ['/', { cookie: 'session=jun' }],
    ['/', { cookie: 'session=maria; signed-out=1' }],
    ['/', { authorization: 'Bearer a' }],
    ['/', { authorization: 'Bearer b' }],
    ['/', { 'accept-encoding': 'br' }],
    ['/?cursor=1', {}],
    ['/other', {}],
  ];
  for (const [at, [path, headers]] of others.entries()) {
    await textOf(path, headers);
    expect(reads).toBe(at + 2);
  }
  expect(await textOf('/', { cookie: 'session=jun' })).toMatch('session=jun undefined');
  expect(await textOf()).toMatch('session=maria undefined');
});

test('what changed while it was read is not kept', async () => {
  meanwhile = () => (version = 2);
  await textOf();
  version = 1;
  await textOf();
  expect(reads).toBe(2);
});

test('nothing outlives the session it was answered in', async () => {
  await textOf();
  now = 999;
  await textOf();
  expect(reads).toBe(1);
  now = 1000;
  await textOf();
  expect(reads).toBe(2);
});

test.each([
  ['of a guest', () => (viewer = null), '/'],
  ['that failed', () => {}, '/fails'],
  ['of a route that does not allow it', () => {}, '/counted'],
  ['of a database that does not tell of changes', () => (version = null), '/'],
])('an answer %s is not kept', async (_, given, path) => {
  given();
  await textOf(path);
  await textOf(path);
  expect(reads).toBe(2);
});

test('another method is not answered with what was read', async () => {
  await textOf();
  expect((await app.request('/', { method: 'POST', headers: MARIA })).status).toBe(404);
});

test('the compressed form is kept as it was sent', async () => {
  const [first, again] = [
    await get('/', { 'accept-encoding': 'br' }),
    await get('/', { 'accept-encoding': 'br' }),
  ];
  expect(again.headers.get('content-encoding')).toBe('br');
  expect(await again.bytes()).toEqual(await first.bytes());
  expect(reads).toBe(1);
});

test('who has an answer already is told so, kept or not', async () => {
  const etag = (await get('/polled')).headers.get('etag') ?? '';
  for (const at of [1, 1, 2]) {
    version = at;
    const known = await get('/polled', { 'if-none-match': etag });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
  }
});

test('the oldest go when there is no room', async () => {
  for (const page of [1, 2, 3, 4]) await textOf(`/big?page=${page}`);
  await textOf('/big?page=4');
  expect(reads).toBe(4);
  await textOf('/big?page=1');
  expect(reads).toBe(5);
});
