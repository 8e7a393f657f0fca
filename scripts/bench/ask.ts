import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request, as it is sent again and again. */
export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** A whole answer. */
export interface Reply {
  status: number;
  /** names and values in turn, as they came */
  rawHeaders: string[];
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const bodyHeaders = ({ body }: Ask) => (body ? { 'content-length': String(body.length) } : {});

/** @returns the bytes of a request to this machine @param port of the site itself, whoever it is sent to */
export function toBytes(ask: Ask, port: number): Uint8Array {
  const { method = 'GET', path, headers, body } = ask;
  const all = { host: `127.0.0.1:${port}`, ...headers, ...bodyHeaders(ask) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}

/**
 * Asks once, and reads the answer as it comes over the wire: still compressed.
 * @throws Error when nobody listens there
 */
export async function send(ask: Ask, port: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { method = 'GET', path, body } = ask;
  const headers = { ...ask.headers, ...bodyHeaders(ask) };
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
    const { statusCode: status = 0, rawHeaders } = incoming;
    buffer(incoming)
      .then((read) => resolve({ status, rawHeaders, headers: incoming.headers, body: read }))
      .catch(reject);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
