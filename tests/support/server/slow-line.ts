// A TCP proxy on loopback as slow as Slow 3G, which can be cut. Unlike the browser's emulation, it also slows the
// service worker.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

// WebPageTest's Slow 3G: 400 kbit/s in each direction, 400 ms round trip.
const BYTES_PER_MS = 50;
const LATENCY_MS = 200;
const SLICE_BYTES = 4096;
const REQUEST = /^[A-Z]+ \S+(?= HTTP\/1\.1\r\n)/;

/** One direction, which delivers bytes in order at the speed of the line. */
class Direction {
  #freeAt = 0;

  send(chunk: Buffer, to: Socket): void {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES)
      this.#sendSlice(chunk.subarray(start, start + SLICE_BYTES), to);
  }

  /** Ends a connection after the pending bytes. */
  end(to: Socket): void {
    setTimeout(() => to.end(), this.#arrivalMs());
  }

  #sendSlice(slice: Buffer, to: Socket): void {
    this.#freeAt = Math.max(performance.now(), this.#freeAt) + slice.length / BYTES_PER_MS;
    setTimeout(() => to.destroyed || to.write(slice), this.#arrivalMs());
  }

  /** The delay until all pending bytes have arrived. */
  #arrivalMs(): number {
    return Math.max(0, this.#freeAt + LATENCY_MS - performance.now());
  }
}

/** A slow line to a server on loopback. */
export class SlowLine {
  readonly #server = createServer((client) => this.#accept(client));
  readonly #sockets = new Set<Socket>();
  readonly #port: number;
  readonly #up = new Direction();
  readonly #down = new Direction();
  readonly #openingMs: number;
  #isCut = false;
  /** requests through it, e.g. `GET /about` */
  readonly requests: string[] = [];
  /** bytes sent by the server */
  bytesDown = 0;

  /**
   * @param port of the server
   * @param openingMs delay of a new connection, whose handshake takes no time on loopback
   */
  constructor(port: number, openingMs = 0) {
    this.#port = port;
    this.#openingMs = openingMs;
  }

  /** @returns the port of the line */
  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, and rejects new ones. @returns the number of open sockets */
  cut(): number {
    this.#isCut = true;
    const open = [...this.#sockets];
    for (const socket of open) socket.destroy();
    return open.length;
  }

  repair(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #accept(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const server = connect(this.#port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => {
      this.requests.push(...(REQUEST.exec(chunk.toString('latin1')) ?? []));
      this.#up.send(chunk, server);
    });
    server.on('data', (chunk: Buffer) => {
      this.bytesDown += chunk.length;
      this.#down.send(chunk, client);
    });
    client.pause();
    setTimeout(() => client.resume(), this.#openingMs);
    client.on('end', () => this.#up.end(server));
    server.on('end', () => this.#down.end(client));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => this.#sockets.delete(socket));
    }
  }
}
