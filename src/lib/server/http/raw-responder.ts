import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { drainUnreadBody, setBodyTimeout, markResponded } from './request-body.ts';

// How long who is told off has to read it.
const LINGER_MS = 1000;

/** How the server answers what never reaches its listener. */
export interface RawResponderOptions {
  /** what every such answer carries */
  headers: Record<string, string>;
  /** is told of each; `request` is null when it could not be read */
  onResponse: (status: number, socket: Duplex, request: IncomingMessage | null) => void;
}

/** Answers as far as a socket still can be written to, and ends it. @returns whether it could */
function respondAndClose(socket: Duplex, status: number, headers: Record<string, string>): boolean {
  const isOpen = socket.writable;
  if (!isOpen) socket.destroy();
  else {
    const all = { ...headers, connection: 'close', 'content-length': '0' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer)).resume();
  }
  return isOpen;
}

/** Answers what is below the pipeline: requests nobody can read, or too slow ones. */
export class RawResponder {
  readonly #options: RawResponderOptions;
  // Whose answer is still awaited: the pipeline writes its line in the log.
  readonly #inFlight = new WeakMap<Duplex, IncomingMessage>();

  constructor(answering: RawResponderOptions) {
    this.#options = answering;
  }

  /** Refuses a request instead of handing it on. */
  reject(request: IncomingMessage, response: ServerResponse, status: number): void {
    const { headers, onResponse } = this.#options;
    response.writeHead(status, { ...headers, connection: 'close', 'content-length': 0 }).end();
    onResponse(status, request.socket, request);
  }

  /** Ends a connection with an answer. @param request whose answer it is, where that is known */
  end(socket: Duplex, status: number, request: IncomingMessage | null = null): void {
    const { headers, onResponse } = this.#options;
    const inFlight = this.#inFlight.get(socket);
    if (!respondAndClose(socket, status, headers)) return;
    if (inFlight) markResponded(inFlight, status);
    else onResponse(status, socket, request);
  }

  /** Looks after a request with a body while the listener answers it. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    this.#inFlight.set(request.socket, request);
    response.once('close', () => this.#inFlight.delete(request.socket));
    setBodyTimeout(request, () => {
      if (response.headersSent) request.socket.destroy();
      else this.end(request.socket, 408);
    });
    drainUnreadBody(request, response);
  }
}
