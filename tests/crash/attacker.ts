// One attack on a server, until it is killed. It comes from another address than the honest traffic.
//   node tests/crash/attacker.ts <name of an attack> <port> <session>…
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { interlacedPng, redBlueImage, withScans } from '#tests/support/images.ts';

const ADDRESS = '127.0.0.2';
const [name = '', portText = '', ...sessions] = process.argv.slice(2);
const port = Number(portText);
const host = `127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, localAddress: ADDRESS });
const [first = ''] = sessions;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** Sends a request, also when the response comes before all of it is sent. Failures are the attacker's own business. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<string> {
  return new Promise((resolve) => {
    const sending = request({ host: '127.0.0.1', port, path, method, headers, agent });
    const chunks: Buffer[] = [];
    sending
      .on('error', () => {})
      .on('response', (response) => {
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      })
      .on('close', () => resolve(Buffer.concat(chunks).toString()));
    sending.end(body);
  });
}

/** Sends one request after another, on some connections. */
async function flood(connections: number, attempt: (nth: number) => Promise<unknown>) {
  let nth = 0;
  const repeat = async () => {
    for (;;) {
      await attempt(nth++);
      // A rejection without I/O must not starve the other connections.
      await pause();
    }
  };
  await Promise.all(Array.from({ length: connections }, repeat));
}

const cookieOf = (nth: number) => ({ cookie: `session=${sessions[nth % sessions.length]}` });

async function change(nth: number, method: string, path: string, type: string, body: Uint8Array) {
  const cookie = cookieOf(nth);
  const { token = '' } = JSON.parse(
    (await send('/api/token/csrf', { headers: cookie })) || '{}',
  ) as {
    token?: string;
  };
  const headers = {
    ...cookie,
    'content-type': type,
    'x-csrf-token': token,
    origin: `http://${host}`,
  };
  return send(path, { method, headers, body });
}

/** Opens a connection that sends bytes, and reads nothing. */
function sendRaw(bytes: string, isRead: boolean): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS });
  socket.on('error', () => {});
  if (isRead) socket.resume();
  else socket.pause();
  socket.write(bytes);
  return socket;
}

/** Opens connections again and again. */
async function pipeline(connections: number, bytes: string, isRead: boolean): Promise<void> {
  for (;;) {
    const sockets = Array.from({ length: connections }, () => sendRaw(bytes, isRead));
    await pause(2000);
    for (const socket of sockets) socket.destroy();
  }
}

const get = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** A form with files, or with these headers of its parts. */
function form(parts: { disposition: string; content: Uint8Array | string }[]): Uint8Array {
  const pieces = parts.flatMap(({ disposition, content }) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
}

const FORM = 'multipart/form-data; boundary=b';
const POSTS = '/api/web/forum/posts';
const title = { disposition: 'name="title"', content: 'x' };
const description = { disposition: 'name="description"', content: 'x' };
const file = (content: Uint8Array) => ({
  disposition: 'name="attachments[]"; filename="a.jpg"',
  content,
});

const sendImages = (image: Uint8Array) => {
  const body = form([title, description, ...Array.from({ length: 5 }, () => file(image))]);
  return flood(8, (nth) => change(nth, 'POST', POSTS, FORM, body));
};

const json = (value: object) => Buffer.from(JSON.stringify(value));
const marks = `a${'\u0301'.repeat(15_000)}${'\u0316'.repeat(15_000)}`;
const quotes = `name="${String.raw`\"`.repeat(4000)}"`;

async function sendTinyChunks(): Promise<void> {
  const head = `POST /api/web/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await pipeline(20, head + '1\r\na\r\n'.repeat(100_000), true);
}

const ATTACKS: Record<string, () => Promise<void>> = {
  'unread pipelined requests': () => pipeline(25, get('GET', '/about').repeat(1500), false),
  'pipelined HEAD requests': () => pipeline(50, get('HEAD', '/').repeat(1400), true),
  'idle connections': () => pipeline(2500, 'GET / HTTP/1.1\r\n', true),
  'pages with false sessions': () =>
    flood(32, () => send('/', { headers: { cookie: 'session=x' } })),
  'pages with unknown queries': () => flood(32, (nth) => send(`/eduhub?x=${nth}`)),
  'pages of one member': () =>
    flood(32, (nth) =>
      send(`/forums/explore?x=${nth}`, { headers: { cookie: `session=${first}` } }),
    ),
  'searches of members': () =>
    flood(32, (nth) =>
      send(`/api/web/forum/explore/look/account/posts?search=straw&n=${nth}`, {
        headers: cookieOf(nth),
      }),
    ),
  'names of combining marks': () =>
    flood(8, (nth) =>
      change(
        nth,
        'PATCH',
        '/api/web/account/profile',
        'application/json',
        json({ first_name: marks, last_name: 'x', middle_name: '' }),
      ),
    ),
  'form headers of escaped quotes': () =>
    flood(8, (nth) =>
      change(
        nth,
        'POST',
        POSTS,
        FORM,
        form(Array.from({ length: 20 }, () => ({ disposition: quotes, content: 'x' }))),
      ),
    ),
  'JPEGs of many scans': async () => {
    const jpeg = await redBlueImage(5000, 5000).jpeg({ progressive: true }).toBuffer();
    await sendImages(withScans(jpeg, 2000));
  },
  'large progressive JPEGs': async () =>
    sendImages(await redBlueImage(6300, 6300).jpeg({ progressive: true }).toBuffer()),
  'interlaced PNGs': () => sendImages(interlacedPng(6300, 6300)),
  'bodies of tiny chunks': sendTinyChunks,
  'wrong passwords': () =>
    flood(16, (nth) =>
      change(
        nth,
        'POST',
        '/api/web/auth/login',
        'application/json',
        json({ email: `a${nth}@b.example`, password: 'x' }),
      ),
    ),
};

await ATTACKS[name]?.();
