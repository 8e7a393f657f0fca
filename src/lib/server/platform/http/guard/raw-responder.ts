import { randomInt } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { GuardedRequest } from './guarded-request.ts';
import { drainUnreadBody, markResponded, setBodyTimeout } from './request-body.ts';

// Time for the client to read the error.
const LINGER_MS = 1000;

// Spread out, and longer than a page's polling interval.
const RETRY_SECONDS = { least: 10, most: 30 };
const retryAfter = (): number => randomInt(RETRY_SECONDS.least, RETRY_SECONDS.most + 1);

const BAD_REQUEST = 400;
const REQUEST_TIMEOUT = 408;
const UNAVAILABLE = 503;

const ERROR_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** For responses to requests that never reach the listener. */
export interface RawResponderOptions {
  /** added to every such response */
  headers: Record<string, string>;
  /** called for each response; `request` is null when it could not be parsed */
  onResponse: (status: number, socket: Duplex, request: IncomingMessage | null) => void;
}

/** Destroys a socket once its client has had time to read the error. */
function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Writes a response and closes the socket, if it is writable. @returns whether it was */
function respondAndClose(socket: Duplex, status: number, headers: Record<string, string>): boolean {
  const isOpen = socket.writable;
  if (!isOpen) socket.destroy();
  else {
    const all = { ...headers, connection: 'close', 'content-length': '0' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    destroyLater(socket.resume());
  }
  return isOpen;
}

/** Sends responses without the app, to malformed or slow requests. */
export class RawResponder {
  readonly #options: RawResponderOptions;
  // Requests that the app is handling. It also logs them.
  readonly #inFlight = new WeakMap<Duplex, IncomingMessage>();
  readonly #closing = new WeakSet<Duplex>();

  constructor(options: RawResponderOptions) {
    this.#options = options;
  }

  /** Whether a connection has sent its last response: anything else on it is ignored. */
  isClosing(socket: Duplex): boolean {
    return this.#closing.has(socket);
  }

  /** Rejects a request before the listener sees it. Earlier requests on the connection still get their responses. */
  reject(request: IncomingMessage, response: ServerResponse, status: number): void {
    const { headers, onResponse } = this.#options;
    this.#closing.add(request.socket);
    destroyLater(request.socket);
    if (status === UNAVAILABLE) response.setHeader('retry-after', retryAfter());
    response.writeHead(status, { ...headers, connection: 'close', 'content-length': 0 }).end();
    onResponse(status, request.socket, request);
  }

  /** Closes a connection with a response. */
  end(socket: Duplex, status: number, request: IncomingMessage | null = null): void {
    const { headers, onResponse } = this.#options;
    this.#closing.add(socket);
    const inFlight = this.#inFlight.get(socket);
    if (!respondAndClose(socket, status, headers)) return;
    if (inFlight) markResponded(inFlight, status);
    else onResponse(status, socket, request);
  }

  /** Closes a connection after a parser error. A client that left in the middle of a request gets no response. */
  fail(socket: Duplex, { code = '' }: NodeJS.ErrnoException): void {
    if (this.isClosing(socket)) return;
    if (code === 'HPE_INVALID_EOF_STATE' && !this.#inFlight.has(socket)) socket.destroy();
    else this.end(socket, ERROR_STATUS[code] ?? BAD_REQUEST);
  }

  /** Limits the time and chunks of a request's body, and drains what the listener does not read. */
  watch(request: GuardedRequest, response: ServerResponse): void {
    const { headers } = request;
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    this.#inFlight.set(request.socket, request);
    response.once('close', () => this.#inFlight.delete(request.socket));
    const endWith = (status: number) => {
      if (response.headersSent) request.socket.destroy();
      else this.end(request.socket, status);
    };
    setBodyTimeout(request, () => endWith(REQUEST_TIMEOUT));
    request.whenExcessive(() => endWith(BAD_REQUEST));
    drainUnreadBody(request, response);
  }
}
