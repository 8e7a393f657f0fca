import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { addressOf } from '#tests/support/built-server.ts';

import { openBuilt, sendRaw, shareBuilt } from './place.ts';

const shared = shareBuilt();

test.each([
  ['two lengths that differ', 'GET / HTTP/1.1\nHost: x\nContent-Length: 1\nContent-Length: 2\n\n'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n',
  ],
  ['rubbish', 'HELO\n\n'],
  ['a folded header', 'GET / HTTP/1.1\nHost: x\nA: b\n c\n\n'],
])('a request with %s is answered 400 and cut off (ASVS 4.2.1)', async (_, bytes) => {
  const answer = await sendRaw(shared(), bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain('connection: close');
});

test.each(['/../x//y', '//x', '/a\\b', '/%2e%2e%2fx'])(
  'the raw path %s is answered 400',
  async (path) => {
    const answer = await sendRaw(shared(), `GET ${path} HTTP/1.1\nHost: x\nConnection: close\n\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test.each(['TRACE', 'CONNECT', 'PROPFIND'])('%s does nothing (ASVS 13.4)', async (method) => {
  const answer = await sendRaw(shared(), `${method} / HTTP/1.1\nHost: x\nConnection: close\n\n`);
  expect(answer).not.toMatch(/^HTTP\/1\.1 [25]/);
});

test.each([
  '/.git/config',
  '/.env',
  '/_astro/',
  '/_headers.json',
  '/entry.mjs',
  '/server/entry.mjs',
])('%s is not given away', async (path) => {
  expect((await fetch(addressOf(shared()) + path)).status).toBe(404);
});

test('a built file carries the security headers, and a prerendered page a policy of its own', async () => {
  const page = await fetch(`${addressOf(shared())}/thank-you`);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const icon = await fetch(`${addressOf(shared())}/favicon.svg`);
  expect(icon.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('an unknown host gets no built file either, in production', async () => {
  const { place } = await openBuilt({
    DEMO: '',
    SECRET: 'at least thirty-two characters, at random',
  });
  expect((await fetch(`${addressOf(place)}/favicon.svg`)).status).toBe(200);
  const answer = await sendRaw(
    place,
    'GET /favicon.svg HTTP/1.1\nHost: evil.example\nConnection: close\n\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
});

/** The head of a sign-in that is right in everything, with its body still to come. */
async function loginHead(origin: string, length: number): Promise<string> {
  const response = await fetch(`${origin}/api/token/csrf`);
  const { token } = (await response.json()) as { token: string };
  const [cookie = ''] = response.headers.getSetCookie();
  const headers = {
    host: new URL(origin).host,
    origin,
    cookie: cookie.split(';', 1)[0],
    'x-csrf-token': token,
    'content-type': 'application/json',
    'content-length': length,
    // The server says when it has the head.
    expect: '100-continue',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/web/auth/login HTTP/1.1\r\n${lines.join('')}\r\n`;
}

test('on SIGTERM what is under way is finished, and nothing new is taken', async () => {
  const { place, server } = await openBuilt();
  const ended = once(server, 'exit');
  const socket = connect(place.port, '127.0.0.1');
  socket.write(await loginHead(addressOf(place), 2));
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 /);
  server.kill('SIGTERM');
  await expect.poll(() => fetch(addressOf(place)).catch(() => 'refused')).toBe('refused');
  socket.write('{}');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid"/);
  expect(await ended).toEqual([0, null]);
});
