import { once } from 'node:events';
import { globSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { originOf } from '#tests/support/server/server-process.ts';

import { startOwnServer, sendRaw, shareServer } from './running-server.ts';

const shared = shareServer();

test.each([
  ['two lengths that differ', 'GET / HTTP/1.1\nHost: x\nContent-Length: 1\nContent-Length: 2\n\n'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n',
  ],
  ['an invalid request line', 'HELO\n\n'],
  ['a folded header', 'GET / HTTP/1.1\nHost: x\nA: b\n c\n\n'],
])('a request with %s gets 400 and is closed (ASVS 4.2.1)', async (_, bytes) => {
  const response = await sendRaw(shared(), bytes);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response.toLowerCase()).toContain('connection: close');
});

test.each(['/../x//y', '//x', '/a\\b', '/%2e%2e%2fx'])('the raw path %s gets 400', async (path) => {
  const response = await sendRaw(shared(), `GET ${path} HTTP/1.1\nHost: x\nConnection: close\n\n`);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(['TRACE', 'CONNECT', 'PROPFIND'])('%s is rejected (ASVS 13.4)', async (method) => {
  const response = await sendRaw(shared(), `${method} / HTTP/1.1\nHost: x\nConnection: close\n\n`);
  expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test.each([
  '/.git/config',
  '/.env',
  '/_astro/',
  '/_headers.json',
  '/entry.mjs',
  '/server/entry.mjs',
])('%s is not served', async (path) => {
  expect((await fetch(originOf(shared()) + path)).status).toBe(404);
});

test('a built file has the security headers, and a page its own CSP', async () => {
  const page = await fetch(`${originOf(shared())}/goodbye`);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const icon = await fetch(`${originOf(shared())}/favicon.svg`);
  expect(icon.headers.get('content-security-policy')).toContain("default-src 'none'");
});

const built = globSync('**/*', { cwd: resolve(import.meta.dirname, '../../dist/client') }).filter(
  (name) => /\.\w+$/.test(name) && !/\.(?:br|gz)$/.test(name),
);

test('every built file has the headers that protect it, and so does a 304', async () => {
  const { instance } = await startOwnServer({ PUBLIC_URL: 'https://glean.example' });
  const https = `max-age=63072000; includeSubDomains`;
  const kinds = new Set<string>();
  for (const name of built) {
    const address = `${originOf(instance)}/${name}`;
    const first = await fetch(address);
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(address, { headers: { 'if-none-match': etag } });
    expect([name, first.status, again.status]).toEqual([name, 200, 304]);
    for (const { headers } of [first, again]) {
      expect([name, headers.get('strict-transport-security')]).toEqual([name, https]);
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
    }
    kinds.add(first.headers.get('content-type') ?? '');
  }
  expect(kinds).toContain('text/javascript; charset=utf-8');
  const unclear = [...kinds].filter(
    (kind) => /^text\/|xml/.test(kind) && !kind.endsWith('charset=utf-8'),
  );
  expect(unclear).toEqual([]);
});

test('an unknown host gets no built file in production', async () => {
  const { instance } = await startOwnServer({
    DEMO: '',
    SECRET: 'at least thirty-two characters, at random',
  });
  expect((await fetch(`${originOf(instance)}/favicon.svg`)).status).toBe(200);
  const response = await sendRaw(
    instance,
    'GET /favicon.svg HTTP/1.1\nHost: evil.example\nConnection: close\n\n',
  );
  expect(response).toMatch(/^HTTP\/1\.1 421 /);
});

/** The head of a valid login request, without its body. */
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
    // The server confirms the head with 100 Continue.
    expect: '100-continue',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/web/auth/login HTTP/1.1\r\n${lines.join('')}\r\n`;
}

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s finishes requests in progress and accepts no new ones',
  async (signal) => {
    const { instance, server } = await startOwnServer();
    const ended = once(server, 'exit');
    const socket = connect(instance.port, '127.0.0.1');
    socket.write(await loginHead(originOf(instance), 2));
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 /);
    server.kill(signal);
    await expect.poll(() => fetch(originOf(instance)).catch(() => 'refused')).toBe('refused');
    socket.write('{}');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid"/);
    expect(await ended).toEqual([0, null]);
  },
);
