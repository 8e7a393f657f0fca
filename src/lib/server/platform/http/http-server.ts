import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { BlockList, ListenOptions, Socket } from 'node:net';

import { ConfigError } from '#lib/server/platform/config.ts';

import { clientNetwork } from './client-ip.ts';
import { trackConnections } from './drain.ts';
import { dropRequests } from './drop-input.ts';
import { FairLimit } from './fair-limit.ts';
import { InFlightRequests } from './in-flight-requests.ts';
import { isMalformed } from './malformed-request.ts';
import { RawResponder, type RawResponderOptions } from './raw-responder.ts';
import { isUpload, UPLOAD_MS } from './request-body.ts';

// The first one after standard input, output and error.
const FIRST_DESCRIPTOR = 3;

/**
 * The listening sockets that a supervisor has opened and passes on. They remain open while the server restarts, so that
 * clients wait instead of being rejected (docs/decisions/0035-restarts.md).
 * @param env of the process, as systemd sets it (sd_listen_fds(3))
 * @returns their file descriptors
 */
export function inheritedSockets(env: NodeJS.ProcessEnv, pid: number): number[] {
  if (env['LISTEN_PID'] !== String(pid)) return [];
  const count = Number(env['LISTEN_FDS'] ?? 0);
  return Array.from({ length: count }, (_, nth) => FIRST_DESCRIPTOR + nth);
}

/** How many connections may be open; a trusted proxy may have them all. */
export const MAX_CONNECTIONS = { network: 500, server: 10_000 } as const;

/**
 * Closes connections beyond the limit of their network. When the server has too many, the network with the most loses
 * its oldest.
 */
function limitConnections(server: Server, trusted: BlockList): void {
  const limit = new FairLimit({ total: MAX_CONNECTIONS.server, network: MAX_CONNECTIONS.network });
  server.on('connection', (socket) => {
    const network = clientNetwork({ socket, headers: {} }, trusted);
    const giveBack = limit.take(network, () => socket.destroy());
    if (giveBack) socket.once('close', giveBack);
    else socket.destroy();
  });
}

export const HEADER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
// Without progress, while the client takes a response. Five images may take a minute before it begins.
export const STALL_MS = 120_000;
export const MAX_REQUESTS_PER_CONNECTION = 10_000;
export const MAX_HEADER_BYTES = 16 * 1024;

type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

/** @returns whether a request may be handled; rejects it otherwise, and ignores the rest of its connection */
function createAdmission(responder: RawResponder, trusted: BlockList): Admit {
  const inFlight = new InFlightRequests();
  const closing = new WeakSet<Socket>();
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    closing.add(request.socket);
    responder.reject(request, response, status);
    dropRequests(request.socket);
    return false;
  };
  return (request, response) => {
    if (closing.has(request.socket)) return false;
    if (isMalformed(request)) return refuse(request, response, 400);
    const network = clientNetwork(request, trusted);
    return inFlight.admit(request, response, network) || refuse(request, response, 503);
  };
}

/**
 * Creates the HTTP server, with limits on the size, time and number of requests.
 * @param listener handles requests
 * @param responderOptions for the responses that the listener never sees
 * @param trusted the proxies
 */
export function createHttpServer(
  listener: RequestListener,
  responderOptions: RawResponderOptions,
  trusted: BlockList,
): Server {
  const responder = new RawResponder(responderOptions);
  const admit = createAdmission(responder, trusted);
  const options = {
    headersTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Checked in `isMalformed`: Node's own response has none of our headers.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (!admit(request, response)) return;
    responder.watch(request, response);
    if (isUpload(request)) {
      uploads.set(request.socket, () => responder.end(request.socket, 503));
      response.once('close', () => uploads.delete(request.socket));
      response.once('finish', () => uploads.delete(request.socket));
    }
    return listener(request, response);
  });
  const { uploads } = trackConnections(server);
  server.timeout = STALL_MS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  limitConnections(server, trusted);
  server.on('checkExpectation', (request, response) => {
    if (admit(request, response)) responder.reject(request, response, 417);
  });
  server.on('connect', (request, socket) => responder.end(socket, 405, request));
  server.on('clientError', (error, socket) => responder.fail(socket, error));
  return server;
}

async function listen(server: Server, options: ListenOptions | { fd: number }): Promise<Server> {
  await once(server.listen(options), 'listening');
  return server;
}

/** Listens on sockets that another process has opened. @param make creates another server */
export const listenOnSockets = (descriptors: number[], make: () => Server): Promise<Server[]> =>
  Promise.all(descriptors.map((fd) => listen(make(), { fd })));

// The errors of a machine without IPv6 for `::1` and `::`.
const UNSUPPORTED_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each host, except those whose address family this machine does not have.
 * @param make creates another server
 * @param settings the names of the settings for its address
 * @throws ConfigError when the port is in use or a host is not of this machine; then nothing listens
 */
export async function listenOn(
  hosts: string[],
  port: number,
  make: () => Server,
  settings = 'PORT or HOST',
): Promise<Server[]> {
  const tries = await Promise.allSettled(hosts.map((host) => listen(make(), { port, host })));
  const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const errors = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const error = errors.find(({ code }) => !UNSUPPORTED_FAMILY.has(code)) ?? errors[0];
  if (error && (open.length === 0 || !UNSUPPORTED_FAMILY.has(error.code))) {
    for (const server of open) server.close();
    throw new ConfigError(`Cannot listen (${error.message}): set another ${settings}.`);
  }
  return open;
}
