// The yardstick: a bare `node:http` server that sends one response, whatever the request.
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Response } from './connection.ts';
import { startNode } from './processes.ts';

// Node writes these itself.
const OWN_HEADERS = /^(date|connection|keep-alive|transfer-encoding)$/i;

/** Starts a bare server in a process of its own; `imitate` sets the response that it sends from then on. */
export async function startBareServer() {
  const env = { NODE_ENV: 'production' };
  const child = startNode([import.meta.filename], ['ignore', 'inherit', 'inherit', 'ipc'], env);
  const [port] = (await once(child, 'message')) as [number];
  const imitate = async ({ status, headers, body }: Response) => {
    const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
    if (status !== 304) sent.push(['content-length', String(body.length)]);
    child.send([status, Object.fromEntries(sent), body.toString('base64')]);
    await once(child, 'message');
  };
  return { child, port, imitate };
}

function serve(): void {
  let [status, headers, body]: [number, OutgoingHttpHeaders, Buffer] = [200, {}, Buffer.alloc(0)];
  process.on('message', (message: [number, OutgoingHttpHeaders, string]) => {
    [status, headers, body] = [message[0], message[1], Buffer.from(message[2], 'base64')];
    process.send?.('ready');
  });
  process.on('disconnect', () => process.exit());
  const server = createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (import.meta.main) serve();
