import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

/** A request that a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on loopback that stores the requests that it gets. */
export interface Receiver {
  url: string;
  received: Received[];
  /** the status of its responses; 200 at first */
  status: number;
}

/** Listens on a port of loopback, until the test ends. @param port 0 for any @returns its port */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens a receiver, and closes it after the test. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], status: 200 };
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    void text(request).then((body) => {
      receiver.received.push({ method, path, headers, body });
      return response.writeHead(receiver.status).end();
    });
  });
  receiver.url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return receiver;
}

/** Whether a request has a signature of Standard Webhooks by a secret: the way its documents verify one. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [id, time, given] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  const sent = Buffer.from(given?.replace('v1,', '') ?? '', 'base64');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
