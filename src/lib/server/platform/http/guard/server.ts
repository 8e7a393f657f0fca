import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type BlockList, Server as NetServer, type Socket } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import { RoundRobin } from '#lib/server/platform/fair-queue.ts';
import { clientNetwork } from '#lib/server/platform/http/client-ip.ts';
import type { Env } from '#lib/server/platform/http/env.ts';

import { FairLimit } from './fair-limit.ts';
import { GuardedRequest } from './guarded-request.ts';
import { InFlightRequests } from './in-flight-requests.ts';
import { isMalformed } from './malformed-request.ts';
import { RawResponder, type RawResponderOptions } from './raw-responder.ts';
import { isUpload, UPLOAD_MS } from './request-body.ts';

/** Starts a request in its turn. @returns a function that cancels it; false when it has already started */
type TakeTurn = (network: string, start: () => void, isPoll?: boolean) => () => boolean;

/**
 * Starts one request and one poll per turn of the event loop, each time of another network: a network that sends
 * hundreds at once waits for itself, while others wait for one of its requests, and none waits for thousands of
 * polls.
 */
export function takeTurns(): TakeTurn {
  const requests = new RoundRobin<() => void>();
  const polls = new RoundRobin<() => void>();
  let isTurnTaken = false;
  const next = () => {
    const [request, poll] = [requests.take(), polls.take()];
    isTurnTaken = Boolean(request ?? poll);
    if (isTurnTaken) setImmediate(next);
    request?.();
    poll?.();
  };
  return (network, start, isPoll = false) => {
    const waiting = isPoll ? polls : requests;
    waiting.add(network, start);
    if (!isTurnTaken) next();
    return () => waiting.remove(network, start);
  };
}

// Some 40 requests, or 170 chunks of a body.
const SLICE_BYTES = 1024;

/**
 * Passes data of connections to Node's parser in slices, and drops the rest once a connection is closing: from one
 * read of 64 KB, Node would create thousands of requests or chunks at once.
 */
function sliceReads(server: Server, isClosing: (socket: Socket) => boolean): void {
  server.on('connection', (socket: Socket) => {
    const parsers = socket.listeners('data') as ((bytes: Buffer) => void)[];
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length && !isClosing(socket); at += SLICE_BYTES)
        for (const parse of parsers) parse.call(socket, bytes.subarray(at, at + SLICE_BYTES));
    });
  });
}

export { HEALTH_PATHS } from './malformed-request.ts';
export type { RawResponderOptions } from './raw-responder.ts';
export { abortStatus, statusOfAbort } from './request-body.ts';

/** The limits of open connections; a trusted proxy may have them all. */
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

const IDLE_POLL_MS = 50;

/** The open connections of a server. */
interface Connections {
  sockets: Set<Socket>;
  /** connections that are sending files, with a function that ends each with a response */
  uploads: Map<Socket, () => void>;
}

const connectionsOf = new WeakMap<Server, Connections>();

/**
 * Tracks a server's connections for `drain`: Node forgets a connection whose response was sent before the body
 * arrived.
 */
function trackConnections(server: Server): Connections {
  const connections: Connections = { sockets: new Set(), uploads: new Map() };
  connectionsOf.set(server, connections);
  server.on('connection', (socket: Socket) => {
    connections.sockets.add(socket);
    socket.once('close', () => connections.sockets.delete(socket));
  });
  return connections;
}

export const HEADER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
// Without progress, while the client reads a response. Storing five images may take a minute before it begins.
export const STALL_MS = 120_000;
export const MAX_REQUESTS_PER_CONNECTION = 10_000;
export const MAX_HEADER_BYTES = 16 * 1024;

type GuardedListener = RequestListener<typeof GuardedRequest>;
type Admit = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Whether a request polls for changes: most responses are 304 and cheap. */
export type IsPoll = (request: IncomingMessage) => boolean;

/** @returns whether a request may be handled; otherwise rejects it, and everything else on its connection */
function createAdmission(responder: RawResponder, trusted: BlockList, isPoll: IsPoll): Admit {
  const inFlight = new InFlightRequests();
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    responder.reject(request, response, status);
    return false;
  };
  return (request, response) => {
    // Node keeps the remaining objects of the slice until the connection ends, which is soon.
    if (responder.isClosing(request.socket)) return false;
    if (isMalformed(request)) return refuse(request, response, 400);
    const network = clientNetwork(request, trusted);
    const isAdmitted = inFlight.admit(request, response, network, isPoll(request));
    return isAdmitted || refuse(request, response, 503);
  };
}

/**
 * Creates the HTTP server, with limits on the size, time and number of requests.
 * @param listener handles requests
 * @param responderOptions for responses without the listener
 * @param trusted the trusted proxies
 * @param isPoll recognizes polls, which have their own limit
 */
export function createHttpServer(
  listener: GuardedListener,
  responderOptions: RawResponderOptions,
  trusted: BlockList,
  isPoll: IsPoll = () => false,
): Server {
  const responder = new RawResponder(responderOptions);
  const admit = createAdmission(responder, trusted, isPoll);
  const options = {
    headersTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // `isMalformed` checks this, since Node's own response lacks our headers.
    requireHostHeader: false,
    IncomingMessage: GuardedRequest,
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
  sliceReads(server, (socket) => responder.isClosing(socket));
  server.on('checkExpectation', (request, response) => {
    if (admit(request, response)) responder.reject(request, response, 417);
  });
  server.on('connect', (request, socket) => responder.end(socket, 405, request));
  server.on('clientError', (error, socket) => responder.fail(socket, error));
  return server;
}

// A connection that was just accepted has its first request in progress.
const FIRST_REQUEST_MS = 1000;

/**
 * Stops accepting connections, and waits for requests in flight.
 * @param graceMs time until all connections except uploads are closed
 * @param uploadMs time until uploads are ended, too
 */
export async function drain(server: Server, graceMs: number, uploadMs: number): Promise<void> {
  const { sockets, uploads } = connectionsOf.get(server) ?? trackConnections(server);
  // Not `server.close`: Node considers a connection idle before its first request, and would cut its client off.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const until = performance.now() + FIRST_REQUEST_MS;
  const isAwaited = () => [...sockets].some(({ bytesRead }) => bytesRead === 0);
  // A keep-alive connection becomes idle after its response; Node would leave it open.
  const idle = setInterval(() => {
    if (performance.now() > until || !isAwaited()) server.closeIdleConnections();
  }, IDLE_POLL_MS);
  const cut = setTimeout(() => {
    for (const socket of sockets) if (!uploads.has(socket)) socket.destroy();
  }, graceMs);
  const cutUploads = setTimeout(() => {
    for (const end of uploads.values()) end();
  }, uploadMs);
  await closed;
  for (const timer of [idle, cut, cutUploads]) clearTimeout(timer);
}

/** Responds to a request, or calls the next handler. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;

const OPTIONS = {
  // `request-body.ts` drains unread bodies: the library would close the connection after half a second.
  autoCleanupIncoming: false,
  // For health checks without a host; all other requests without one are rejected.
  hostname: 'localhost',
};

/** The dependencies of a request listener, besides the app. */
export interface ListenerOptions {
  /** whether a Host header names this site; for other hosts the app responds with an error */
  isOwnHost: (host: string | undefined) => boolean;
  /** tried in order, before the app */
  handlers: Handler[];
  /** networks take turns at the app */
  networkOf: (request: IncomingMessage) => string;
  /** polls take turns separately */
  isPoll?: IsPoll;
  /** called for a request whose client left before its turn */
  onAbort: (request: IncomingMessage) => void;
}

/** @returns the listener through which all requests pass */
export function createRequestListener(
  app: Hono<Env>,
  { isOwnHost, handlers, networkOf, isPoll = () => false, onAbort }: ListenerOptions,
): GuardedListener {
  const takeTurn = takeTurns();
  const serveApp = getRequestListener((request, env) => app.fetch(request, env), OPTIONS);
  const serve = (request: GuardedRequest, response: ServerResponse) => {
    let cancel: (() => boolean) | undefined;
    request.whenBuffered(() => {
      const start = () => void serveApp(request, response);
      cancel = takeTurn(networkOf(request), start, isPoll(request));
    });
    response.once('close', () => (cancel?.() ?? true) && onAbort(request));
  };
  return (request, response) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler) void handler(request, response, () => run(index + 1));
      else serve(request, response);
    };
    run(isOwnHost(request.headers.host) ? 0 : handlers.length);
  };
}
