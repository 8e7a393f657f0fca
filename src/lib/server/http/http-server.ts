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
 * Makes the HTTP server, with limits on what a client may hold and for how long.
 * @param listener answers requests
 * @param answering how those are answered that it never sees
 */
export function createHttpServer(
  listener: RequestListener,
  answering: RawResponderOptions,
): Server {
  const refuser = new RawResponder(answering);
  const options = {
    headersTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Looked at here: Node's own answer carries no headers.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (isMalformed(request)) return refuser.reject(request, response, 400);
    refuser.watch(request, response);
    return listener(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('checkExpectation', (request, response) => refuser.reject(request, response, 417));
  server.on('connect', (request, socket) => refuser.end(socket, 405, request));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuser.end(socket, ERROR_STATUS[error.code ?? ''] ?? 400);
  });
  return server;
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  server.off('error', reject);
  return server;
}

// What a machine without IPv6 says to `::1` and `::`.
const UNSUPPORTED_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each address, but for those whose family this machine does not have.
 * @param hosts the addresses
 * @param make makes one more server
 * @throws ConfigError when the port is taken or the address is none of this machine's; then nothing listens
 */
export async function listenOn(
  hosts: string[],
  port: number,
  make: () => Server,
): Promise<Server[]> {
  const tries = await Promise.allSettled(hosts.map((host) => listen(make(), port, host)));
  const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const faults = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const fault = faults.find(({ code }) => !UNSUPPORTED_FAMILY.has(code)) ?? faults[0];
  if (fault && (open.length === 0 || !UNSUPPORTED_FAMILY.has(fault.code))) {
    for (const server of open) server.close();
    throw new ConfigError(`Nothing can listen there (${fault.message}): set another PORT or HOST.`);
  }
  return open;
}

/**
 * Stops taking connections and waits for what is under way.
 * @param graceMs how long, before the rest is cut
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its last answer is out, and would be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
