// A TCP proxy on loopback between the server and its database, which can break connections in every way.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A lost commit, and the action that follows. */
interface Interception {
  loses: 'request' | 'response';
  onLost: () => void;
}

/** One connection, in both directions. */
class Wire {
  readonly #client: Socket;
  readonly #server: Socket;
  #isDead = false;
  #onResponse: (() => void) | null = null;

  /** @param intercept receives the client's bytes */
  constructor(client: Socket, target: URL, intercept: (sent: Buffer) => Interception | null) {
    this.#client = client;
    this.#server = connect(Number(target.port), target.hostname);
    client.on('data', (chunk: Buffer) => {
      const interception = intercept(chunk);
      if (interception?.loses === 'request') {
        this.reset();
        interception.onLost();
      } else {
        this.#onResponse ??= interception?.onLost ?? null;
        if (!this.#isDead) this.#server.write(chunk);
      }
    });
    this.#server.on('data', (chunk) => {
      if (this.#onResponse) {
        this.reset();
        this.#onResponse();
      } else if (!this.#isDead) client.write(chunk);
    });
    for (const socket of [client, this.#server])
      socket.on('error', () => {}).on('close', () => this.#isDead || this.reset());
  }

  die(): void {
    this.#isDead = true;
  }

  reset(): void {
    for (const socket of [this.#client, this.#server]) socket.destroy();
  }
}

/** A proxy in front of a database. */
export class TcpProxy {
  readonly #server = createServer((client) => this.#accept(client));
  readonly #wires = new Set<Wire>();
  readonly #target: URL;
  #mode: 'open' | 'dead' | 'closed' = 'open';
  #nextCommit: Interception | null = null;
  /** the number of rejected connections */
  rejected = 0;
  /** the delay of new connections */
  delayMs = 0;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  /** @returns the database's URL, through the proxy */
  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Resets all connections. */
  reset(): void {
    for (const wire of this.#wires) wire.reset();
  }

  /** Blocks the line: nothing passes, and new connections get no response. */
  cut(): void {
    this.#mode = 'dead';
    for (const wire of this.#wires) wire.die();
  }

  /** Lets new connections pass; blocked ones stay dead. */
  repair(): void {
    this.#mode = 'open';
  }

  /** Rejects connections. */
  refuse(): void {
    this.#mode = 'closed';
    this.reset();
  }

  /** Loses the response to the next commit, and closes its connection. @param onLost called afterwards */
  loseCommit(onLost: () => void = () => {}): void {
    this.#nextCommit = { loses: 'response', onLost };
  }

  /** Loses the next commit before the database gets it, and closes its connection. @param onLost called afterwards */
  dropCommit(onLost: () => void): void {
    this.#nextCommit = { loses: 'request', onLost };
  }

  close(): void {
    this.#server.close();
    this.reset();
  }

  #accept(client: Socket): void {
    if (this.#mode === 'closed') {
      this.rejected += 1;
      return void client.destroy();
    }
    if (this.delayMs > 0) setTimeout(() => this.#pass(client), this.delayMs);
    else this.#pass(client);
  }

  #pass(client: Socket): void {
    const wire = new Wire(client, this.#target, (sent) => this.#intercept(sent));
    if (this.#mode === 'dead') wire.die();
    this.#wires.add(wire);
  }

  #intercept(sent: Buffer): Interception | null {
    if (!sent.includes('commit')) return null;
    const next = this.#nextCommit;
    this.#nextCommit = null;
    return next;
  }
}
