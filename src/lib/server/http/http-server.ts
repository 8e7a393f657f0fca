import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

import { ConfigError } from '#lib/server/config.ts';

import { isMalformed } from './malformed-request.ts';
import { type RawResponderOptions, RawResponder } from './raw-responder.ts';
import { UPLOAD_MS } from './request-body.ts';

const HEADER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 10_000;
const IDLE_POLL_MS = 50;
const MAX_HEADER_BYTES = 16 * 1024;

const ERROR_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Creates the HTTP server, with limits on the size and time of a request.
 * @param listener handles requests
 * @param responderOptions for the responses that the listener never sees
 */
export function createHttpServer(
  listener: RequestListener,
  responderOptions: RawResponderOptions,
): Server {
  const responder = new RawResponder(responderOptions);
  const options = {
    headersTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Checked in `isMalformed`: Node's own response has none of our headers.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (isMalformed(request)) return responder.reject(request, response, 400);
    responder.watch(request, response);
    return listener(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('checkExpectation', (request, response) => responder.reject(request, response, 417));
  server.on('connect', (request, socket) => responder.end(socket, 405, request));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    responder.end(socket, ERROR_STATUS[error.code ?? ''] ?? 400);
  });
  return server;
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  await once(server.listen(port, host), 'listening');
  return server;
}

// The errors of a machine without IPv6 for `::1` and `::`.
const UNSUPPORTED_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each host, except those whose address family this machine does not have.
 * @param make creates another server
 * @throws ConfigError when the port is in use or a host is not of this machine; then nothing listens
 */
export async function listenOn(
  hosts: string[],
  port: number,
  make: () => Server,
): Promise<Server[]> {
  const tries = await Promise.allSettled(hosts.map((host) => listen(make(), port, host)));
  const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const errors = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const error = errors.find(({ code }) => !UNSUPPORTED_FAMILY.has(code)) ?? errors[0];
  if (error && (open.length === 0 || !UNSUPPORTED_FAMILY.has(error.code))) {
    for (const server of open) server.close();
    throw new ConfigError(`Cannot listen (${error.message}): set another PORT or HOST.`);
  }
  return open;
}

/**
 * Accepts no more connections and waits for the requests in flight.
 * @param graceMs after this time all connections are closed
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle after its response, and Node would leave it open.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
