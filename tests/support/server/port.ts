import { createServer } from 'node:net';

// Below the ephemeral ports, with a range per process, so that no other process takes a port before the test listens
// on it. `fetch` rejects 10080 (https://fetch.spec.whatwg.org/#port-blocking).
const FIRST = 10_100;
const SPAN = 20_000;
const EACH = 16;

let attempts = 0;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Finds a free port on the loopback address. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < SPAN; tried += 1) {
    const port = FIRST + ((process.pid * EACH + attempts) % SPAN);
    attempts += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No free port.');
}
