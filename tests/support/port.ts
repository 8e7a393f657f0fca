import { createServer } from 'node:net';

// Below the ports the system gives to outgoing connections, and apart for each process that looks for one: between
// finding a port and listening on it nobody else takes it.
const FIRST = 10_000;
const SPAN = 20_000;
const EACH = 16;

let attempts = 0;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < SPAN; tried += 1) {
    const port = FIRST + ((process.pid * EACH + attempts) % SPAN);
    attempts += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No free port.');
}
