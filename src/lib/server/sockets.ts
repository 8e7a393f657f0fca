import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';

const HEADER_MS = 10_000;
const BODY_MS = 30_000;
// Five photos over a weak signal take minutes (docs/decisions/0003-upload-time.md).
const UPLOAD_MS = 300_000;
const KEEP_ALIVE_MS = 65_000;
const CONNECTIONS = 10_000;
const IDLE_CHECK_MS = 50;
const HEADER_BYTES = 16 * 1024;

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers, as far as a socket still can be written to, and ends it. */
function answerAndEnd(socket: Duplex, status: number, headers: Record<string, string>): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
}

/** Ends a request whose body does not arrive in time. */
function limitBodyTime(request: IncomingMessage, headers: Record<string, string>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const isUpload = request.headers['content-type']?.startsWith('multipart/form-data');
  const timer = setTimeout(
    () => request.complete || answerAndEnd(request.socket, 408, headers),
    isUpload ? UPLOAD_MS : BODY_MS,
  );
  request.once('close', () => clearTimeout(timer));
}

/**
 * Makes the HTTP server, with limits on what a client may hold and for how long.
 * @param listener answers requests
 * @param headers what even an answer to a broken request carries
 */
export function createHttpServer(
  listener: RequestListener,
  headers: Record<string, string>,
): Server {
  const limits = {
    headersTimeout: HEADER_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES,
  };
  const server = createServer(limits, (request, response) => {
    limitBodyTime(request, headers);
    listener(request, response);
  });
  server.maxConnections = CONNECTIONS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerAndEnd(socket, STATUS[error.code ?? ''] ?? 400, headers);
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
const NO_SUCH_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each address, but for those whose family this machine does not have.
 * @param hosts the addresses
 * @param make makes one more server
 * @throws what the system says, e.g. EADDRINUSE; then nothing listens
 */
export async function listenOn(
  hosts: string[],
  port: number,
  make: () => Server,
): Promise<Server[]> {
  const tries = await Promise.allSettled(hosts.map((host) => listen(make(), port, host)));
  const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const faults = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const fault = faults.find(({ code }) => !NO_SUCH_FAMILY.has(code)) ?? faults[0];
  if (fault && (open.length === 0 || !NO_SUCH_FAMILY.has(fault.code))) {
    for (const server of open) server.close();
    throw fault;
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
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
