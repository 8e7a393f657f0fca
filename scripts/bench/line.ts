import { connect, type Socket } from 'node:net';

/** What of an answer a visit may look at, as long as it does so at once. */
export interface Answer {
  status: number;
  /** status line and headers */
  head: string;
  /** @returns the body, when it came in one piece with its head */
  text(): string;
}

/** One visit: it yields the requests it makes, is handed their answers, and ends with whether all went well. */
export type Visit = Generator<Uint8Array, boolean, Answer>;

/** How a visit went. */
export interface Ended {
  /** what went wrong, e.g. `429`, or null */
  fault: string | null;
  ms: number;
}

/** Is told of every visit that ended. @returns the next, at once or when its time has come, or null to stop */
export type Next = (ended: Ended | null) => Visit | null | Promise<Visit | null>;

const BUFFER_BYTES = 256 * 1024;
const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';
const STATUS_AT = 9;
// Has no body, and says nothing of one.
const NOT_MODIFIED = 304;

/** @returns how long a body is, in bytes; infinite when it comes in chunks */
function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? Infinity : Number(length);
}

/** One connection that makes visits one after the other: a raw socket, so that the load costs little. */
export class Line {
  readonly #socket: Socket;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  readonly #next: Next;
  #visit: Visit | null = null;
  #began = 0;
  /** bytes of the answer still to come; null between answers; infinite when it comes in chunks */
  #left: number | null = null;
  #answer: Answer = { status: 0, head: '', text: () => '' };
  /** whether it ended because there was nothing more to visit */
  #isOver = false;
  /** why it ended otherwise */
  #reason = 'closed by the server';
  readonly closed = Promise.withResolvers<void>();

  /** @param port on this machine @param next gives the visits */
  constructor(port: number, next: Next) {
    this.#next = next;
    const onread = { buffer: this.#buffer, callback: (bytes: number) => this.#read(bytes) };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
    this.#socket.once('connect', () => this.#begin(null));
    this.#socket.once(
      'error',
      ({ code }: NodeJS.ErrnoException) => (this.#reason = code ?? 'lost'),
    );
    this.#socket.once('close', () => this.#lost());
  }

  /** Ends the line; a visit that is under way went wrong. */
  end(): void {
    this.#reason = 'no answer';
    this.#socket.destroy();
  }

  #begin(ended: Ended | null): void {
    this.#visit = null;
    const next = this.#next(ended);
    if (next instanceof Promise) void next.then((visit) => this.#make(visit));
    else this.#make(next);
  }

  #make(visit: Visit | null): void {
    if (!visit) {
      this.#isOver = true;
      this.#socket.destroy();
      return;
    }
    this.#visit = visit;
    this.#began = performance.now();
    const { value, done } = visit.next();
    if (!done) this.#socket.write(value);
  }

  #lost(): void {
    if (!this.#isOver)
      void this.#next({ fault: this.#reason, ms: performance.now() - this.#began });
    this.closed.resolve();
  }

  #read(bytes: number): true {
    if (this.#left === null) this.#readHead(bytes);
    else this.#readBody(bytes, 0);
    return true;
  }

  #readHead(bytes: number): void {
    const end = this.#buffer.indexOf(HEAD_END) + HEAD_END.length;
    const head = this.#buffer.toString('latin1', 0, end);
    const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.#left = status === NOT_MODIFIED ? 0 : lengthIn(head);
    const text = () => this.#buffer.toString('utf8', end, bytes);
    this.#answer = { status, head, text };
    this.#readBody(bytes - end, end);
  }

  #readBody(bytes: number, from: number): void {
    const left = this.#left ?? 0;
    if (left !== Infinity) this.#left = left - bytes;
    else if (this.#endsHere(from + bytes)) this.#left = 0;
    if (this.#left === 0) this.#goOn();
  }

  // One answer at a time: what ends like the last chunk is the last chunk, but for odds not worth counting.
  #endsHere(end: number): boolean {
    return this.#buffer.toString('latin1', end - LAST_CHUNK.length, end) === LAST_CHUNK;
  }

  #goOn(): void {
    this.#left = null;
    const step = this.#visit?.next(this.#answer);
    if (!step) return;
    if (!step.done) this.#socket.write(step.value);
    else {
      const fault = step.value ? null : String(this.#answer.status);
      this.#begin({ fault, ms: performance.now() - this.#began });
    }
  }
}
