import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { drainRest, limitBodyTime, noteAnswered } from './request-body.ts';

// How long who is told off has to read it.
const LINGER_MS = 1000;

/** How the server answers what never reaches its listener. */
export interface Answering {
  /** what every such answer carries */
  headers: Record<string, string>;
  /** is told of each; `request` is null when it could not be read */
  onAnswer: (status: number, socket: Duplex, request: IncomingMessage | null) => void;
}

/** Answers as far as a socket still can be written to, and ends it. @returns whether it could */
function answerAndEnd(socket: Duplex, status: number, headers: Record<string, string>): boolean {
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
export class Refuser {
  readonly #answering: Answering;
  // Whose answer is still awaited: the pipeline writes its line in the log.
  readonly #underWay = new WeakMap<Duplex, IncomingMessage>();

  constructor(answering: Answering) {
    this.#answering = answering;
  }

  /** Refuses a request instead of handing it on. */
  refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
    const { headers, onAnswer } = this.#answering;
    response.writeHead(status, { ...headers, connection: 'close', 'content-length': 0 }).end();
    onAnswer(status, request.socket, request);
  }

  /** Ends a connection with an answer. @param request whose answer it is, where that is known */
  end(socket: Duplex, status: number, request: IncomingMessage | null = null): void {
    const { headers, onAnswer } = this.#answering;
    const underWay = this.#underWay.get(socket);
    if (!answerAndEnd(socket, status, headers)) return;
    if (underWay) noteAnswered(underWay, status);
    else onAnswer(status, socket, request);
  }

  /** Looks after a request with a body while the listener answers it. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    this.#underWay.set(request.socket, request);
    response.once('close', () => this.#underWay.delete(request.socket));
    limitBodyTime(request, () => {
      if (response.headersSent) request.socket.destroy();
      else this.end(request.socket, 408);
    });
    drainRest(request, response);
  }
}
