// Requests that node:http rejects before any middleware.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { originOf, logPath, type ServerInstance } from '#tests/support/server/server-process.ts';

import { sendRaw, shareServer } from './running-server.ts';

const shared = shareServer();

/** The log lines of requests for a path; the log is flushed once a second. */
async function logged(instance: ServerInstance, path: string) {
  const lines = (await readFile(logPath(instance), 'utf8')).split('\n').slice(0, -1);
  expect(lines.filter((line) => line[0] !== '{' && !/^\s*$|^ {2}|Glean/.test(line))).toEqual([]);
  const log = lines.filter((line) => line[0] === '{').map((line) => JSON.parse(line));
  return log.filter((each) => each.event === 'unhandled_error' || each.path === path);
}

const HEAVY = 'a'.repeat(20_000);

test.each([
  ['no host', 400, 'GET /1 HTTP/1.1\n\n'],
  ['HTTP/1.0 without a host', 400, 'GET /2 HTTP/1.0\n\n'],
  ['a health check without a host', 400, 'GET /healthz HTTP/1.1\n\n'],
  ['a health check with two hosts', 400, 'GET /healthz HTTP/1.0\nHost: x\nHost: y\n\n'],
  ['an empty host', 400, 'GET /3 HTTP/1.1\nHost:\n\n'],
  ['an invalid host', 400, 'GET /4 HTTP/1.1\nHost: a/b?c\n\n'],
  ['two hosts', 400, 'GET /5 HTTP/1.1\nHost: x\nHost: y\n\n'],
  ['the same host twice', 400, 'GET /6 HTTP/1.1\nHost: x\nHOST: x\n\n'],
  ['a host with a name and password', 400, 'GET /7 HTTP/1.1\nHost: a@b\n\n'],
  ['an absolute URL', 400, 'GET http://evil.example/8 HTTP/1.1\nHost: x\n\n'],
  ['an invalid port', 400, 'GET /12 HTTP/1.1\nHost: x:99999\n\n'],
  ['an invalid IPv4 address', 400, 'GET /13| HTTP/1.1\nHost: 1.2.3.4.5\n\n'],
  ['an IPv6 address that is not normalised', 400, 'GET /healthz HTTP/1.1\nHost: [0:0::1]\n\n'],
  ['a backslash', 400, 'GET /14\\a HTTP/1.1\nHost: x\n\n'],
  [
    'chunked HTTP/1.0',
    400,
    'POST /healthz HTTP/1.0\nHost: x\nTransfer-Encoding: chunked\nConnection: keep-alive\n\n0\n\n',
  ],
  ['HTTP/0.9', 400, 'GET /15 HTTP/0.9\nHost: x\n\n'],
  ['no version', 400, 'GET /16\nHost: x\n\n'],
  ['HTTP/2 without its preface', 400, 'GET /17 HTTP/2.0\nHost: x\n\n'],
  ['an asterisk', 400, 'OPTIONS * HTTP/1.1\nHost: x\n\n'],
  ['an unknown expectation', 417, 'POST /9 HTTP/1.1\nHost: x\nExpect: tea\nContent-Length: 0\n\n'],
  ['a tunnel', 405, 'CONNECT x:80 HTTP/1.1\nHost: x\n\n'],
  ['an invalid request line', 400, 'HELO\n\n'],
  ['too large headers', 431, `GET /10 HTTP/1.1\nHost: x\nA: ${HEAVY}\n\n`],
  [
    'a too large chunk extension',
    413,
    `POST /11 HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n5;${HEAVY}\n`,
  ],
  ['an undecodable path', 400, 'GET /%E0%A4%A HTTP/1.1\nHost: x\nConnection: close\n\n'],
  ['a path that is not UTF-8', 400, 'GET /forums/%ff HTTP/1.1\nHost: x\nConnection: close\n\n'],
])('%s gets %i with every security header', async (_, status, bytes) => {
  const [head = ''] = (await sendRaw(shared(), bytes)).toLowerCase().split('\r\n\r\n');
  expect(head).toContain(`http/1.1 ${status} `);
  expect(head).toContain('connection: close');
  for (const name of [
    'x-content-type-options: nosniff',
    'referrer-policy: strict-origin-when-cross-origin',
    'x-frame-options: deny',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
  ])
    expect(head.split(name)).toHaveLength(2);
});

test.each([
  ['no host', 'GET /1 HTTP/1.1\n\n'],
  ['HTTP/0.9', 'GET /15 HTTP/0.9\nHost: x\n\n'],
  ['no version', 'GET /16\nHost: x\n\n'],
  ['HTTP/2 without its preface', 'GET /17 HTTP/2.0\nHost: x\n\n'],
  ['HTTP/1.2', 'GET /18 HTTP/1.2\nHost: x\n\n'],
])('after %s nothing else is served on the connection', async (_, bytes) => {
  const more = 'GET /healthz HTTP/1.1\nHost: x\n\n';
  expect((await sendRaw(shared(), bytes)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  const responses = await sendRaw(shared(), bytes + more + bytes);
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

test.each(['/healthz', '/readyz'])('an HTTP/1.0 health check of %s gets 200', async (path) => {
  const response = await sendRaw(shared(), `GET ${path} HTTP/1.0\n\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 [^]*\{"data":"ok"\}$/);
});

test.each([
  ['GET /once?a=1 HTTP/1.1\n\n', 'GET', '/once', 400],
  ['OPTIONS http://x/twice HTTP/1.1\nHost: x\n\n', 'OPTIONS', 'http://x/twice', 400],
  ['PUT /tea HTTP/1.1\nHost: x\nExpect: tea\nContent-Length: 0\n\n', 'PUT', '/tea', 417],
  ['GET /\\slash HTTP/1.1\nHost: x\n\n', 'GET', '/\\slash', 400],
  ['GET /%c3%28 HTTP/1.1\nHost: x\nConnection: close\n\n', 'GET', '/%c3%28', 400],
])('%j is one log line', async (bytes, method, path, status) => {
  await sendRaw(shared(), bytes);
  await expect
    .poll(() => logged(shared(), path))
    .toMatchObject([{ event: 'request', method, status, address: '127.0.0.1' }]);
});

/** The head of an allowed POST request. */
async function headOf(instance: ServerInstance, path: string, more: string): Promise<string> {
  const origin = originOf(instance);
  const response = await fetch(`${origin}/api/token/csrf`);
  const { token } = (await response.json()) as { token: string };
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    `X-CSRF-Token: ${token}`,
    'Content-Type: application/json',
    more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const BLOCK = Buffer.alloc(65_536, 'x');

/** Sends a body block by block, without reading the response. */
async function sendSlowly(socket: Socket, blocks: number): Promise<void> {
  for (let sent = 0; sent < blocks; sent += 1) {
    if (!socket.write(BLOCK)) await once(socket, 'drain');
    await new Promise((resume) => setImmediate(resume));
  }
}

test.each([
  ['a length', `Content-Length: ${BLOCK.length * 400}`, ''],
  ['chunks', 'Transfer-Encoding: chunked', 'fffffff\r\n'],
])(
  'a body that is too large by %s gets 413 before the connection closes',
  async (_, how, start) => {
    const socket = connect(shared().port, '127.0.0.1').pause();
    socket.write((await headOf(shared(), '/api/web/auth/login', how)) + start);
    await sendSlowly(socket, 400);
    socket.end();
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
  },
);

test.each([
  ['with a reset', (socket: Socket) => socket.resetAndDestroy(), 499, 'forgot-password'],
  ['with an end', (socket: Socket) => socket.end(), 400, 'verify-otp'],
] as const)('a body aborted %s is not logged as an error', async (_, leave, status, call) => {
  const path = `/api/web/auth/${call}`;
  const left = ['Content-Length: 100', 'Transfer-Encoding: chunked'].map(async (how) => {
    const socket = connect(shared().port, '127.0.0.1');
    socket.write(await headOf(shared(), path, `${how}\r\nExpect: 100-continue`));
    // 100 Continue: the server has the head.
    await once(socket, 'data');
    socket.write('5\r\n{"a":');
    leave(socket);
  });
  await Promise.all(left);
  await expect
    .poll(() => logged(shared(), path))
    .toMatchObject(left.map(() => ({ event: 'request', method: 'POST', status })));
});
