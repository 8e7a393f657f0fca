// A load balancer on loopback, like Caddy in compose.yaml: it alternates servers and skips those that do not respond.
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const CHECK_MS = 500;
const CHECK_TIMEOUT_MS = 1000;
const RESPONSE_MS = 6000;
const READS = new Set(['GET', 'HEAD']);

interface Upstream {
  port: number;
  isUp: boolean;
}

/** Distributes requests to several servers in turn. */
export class RoundRobinProxy {
  readonly #upstreams: Upstream[];
  readonly #server = createServer((request, response) => void this.#forward(request, response));
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor(ports: number[]) {
    this.#upstreams = ports.map((port) => ({ port, isUp: true }));
  }

  /** @returns its port */
  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#timer = setInterval(() => this.#upstreams.map((each) => this.#check(each)), CHECK_MS);
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #check(upstream: Upstream): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const url = `http://127.0.0.1:${upstream.port}/healthz`;
    upstream.isUp = await fetch(url, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** All servers, starting with the next one and ending with those that are down. */
  #inOrder(): Upstream[] {
    this.#turn += 1;
    const all = this.#upstreams.map((_, nth, list) => list[(nth + this.#turn) % list.length]);
    return all.flatMap((each) => each ?? []).toSorted((a, b) => Number(b.isUp) - Number(a.isUp));
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    for (const upstream of this.#inOrder()) {
      try {
        const received = await this.#send(upstream, request, body);
        delete received.headers.connection;
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.on('error', () => response.destroy()).pipe(response);
        return;
      } catch (error) {
        upstream.isUp = false;
        const wasSent = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
        // The write may have happened, so the client must decide whether to repeat it.
        if (wasSent && !READS.has(request.method ?? '')) break;
      }
    }
    response.writeHead(502).end();
  }

  async #send(
    { port }: Upstream,
    { method, url, headers, socket }: IncomingMessage,
    body: Buffer,
  ): Promise<IncomingMessage> {
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    const sending = sendRequest({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, 'x-forwarded-for': forwarded, connection: 'close' },
      agent: false,
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    sending.end(body);
    const [received] = (await once(sending, 'response')) as [IncomingMessage];
    sending.on('error', () => {});
    return received;
  }
}
