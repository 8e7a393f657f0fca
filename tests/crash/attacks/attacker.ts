// One attack on a server until it is killed, from another address than the honest traffic.
//   node tests/crash/attacks/attacker.ts <name of an attack> <port> <session>…
import { setTimeout as pause } from 'node:timers/promises';

import { interlacedPng, redBlueImage, withScans } from '#tests/support/nouns/images.ts';

import {
  change,
  changeHeaders,
  cookieOf,
  flood,
  host,
  pipeline,
  send,
  sendRaw,
} from './attacker-requests.ts';

const [name = '', , first = ''] = process.argv.slice(2);
const get = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** A form with files, or with the given headers of its parts. */
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
const file = (type: string, content: Uint8Array) => ({
  disposition: `name="attachments[]"; filename="a.${type}"\r\nContent-Type: image/${type}`,
  content,
});

const sendImages = (type: 'jpeg' | 'png', image: Uint8Array) => {
  const body = form([title, description, ...Array.from({ length: 5 }, () => file(type, image))]);
  return flood(8, (nth) => change(nth, 'POST', POSTS, FORM, body));
};

const json = (value: object) => Buffer.from(JSON.stringify(value));
const marks = `a${'\u0301'.repeat(15_000)}${'\u0316'.repeat(15_000)}`;
const quotes = `name="${String.raw`\"`.repeat(4000)}"`;

async function sendTinyChunks(): Promise<void> {
  const head = `POST /api/web/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await pipeline(20, head + '1\r\na\r\n'.repeat(100_000), true);
}

const LOGIN = `POST /api/web/auth/login HTTP/1.1\r\nHost: ${host}\r\n`;
const NETWORKS = Array.from({ length: 8 }, (_, nth) => `127.0.0.${20 + nth}`);
const MANY = 250;

/** Occupies as many requests as a network may have connections, without sending a body. */
async function withholdBodies(): Promise<void> {
  const head = `${LOGIN}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const open = (network: string) => {
    sendRaw(head, true, network).once('close', () => setTimeout(open, 1000, network));
  };
  for (const network of NETWORKS) for (let nth = 0; nth < MANY; nth += 1) open(network);
}

/** Ends many bodies at the same time. */
async function endBodiesTogether(): Promise<void> {
  const levels = 30_000;
  const body = `{"email":${'['.repeat(levels)}${']'.repeat(levels)},"password":"x"}`;
  const headers = Object.entries(await changeHeaders(0, 'application/json'));
  const lines = [...headers, ['content-length', body.length]].map(
    ([key, value]) => `${key}: ${value}\r\n`,
  );
  for (;;) {
    const beginning = `${LOGIN}${lines.join('')}\r\n${body.slice(0, -1)}`;
    const sockets = Array.from({ length: MANY }, () => sendRaw(beginning, true));
    await pause(1500);
    for (const socket of sockets) socket.write('}');
    await pause(1500);
    for (const socket of sockets) socket.destroy();
  }
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
    await sendImages('jpeg', withScans(jpeg, 2000));
  },
  'large progressive JPEGs': async () =>
    sendImages('jpeg', await redBlueImage(6300, 6300).jpeg({ progressive: true }).toBuffer()),
  'interlaced PNGs': () => sendImages('png', interlacedPng(6300, 6300)),
  'bodies of tiny chunks': sendTinyChunks,
  'bodies that do not come': withholdBodies,
  'bodies that end together': endBodiesTogether,
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
