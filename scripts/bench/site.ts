import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { HEAP, MEMORY } from '#scripts/memory.ts';

import { send } from './ask.ts';
import type { Dataset } from './dataset.ts';
import { memoryOf, startNode } from './processes.ts';

/** The built site, running. */
export interface Site {
  child: ChildProcess;
  port: number;
  /** milliseconds from the start of the process to its first 200, by path; null: none came */
  first: Record<string, number | null>;
  /** MB, some seconds after its start */
  atRest: number;
}

const START_MS = 20_000;
const POLL_MS = 3;
const REST_MS = 2000;

// The demo's, whatever the environment of who measures holds.
const SETTINGS = {
  NODE_ENV: 'production',
  DEMO: '1',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  SECRET: '',
  STORAGE_URL: '',
  MAIL_URL: '',
  TRUSTED_PROXIES: '',
};

/** @returns a port that nobody listens on */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function statusOf(path: string, port: number): Promise<number> {
  return send({ path }, port).then(
    ({ status }) => status,
    () => 0,
  );
}

async function untilAlive(child: ChildProcess, port: number): Promise<void> {
  for (
    const until = Date.now() + START_MS;
    (await statusOf('/healthz', port)) !== 200;
    await pause(POLL_MS)
  )
    if (child.exitCode !== null || Date.now() > until)
      throw new Error('The built site did not start; see above, or run `npm run serve`.');
}

/** Starts the built site on a data set, and takes the time. Its log goes nowhere, but is written. */
export async function startSite({ address, dataDir }: Dataset): Promise<Site> {
  const port = await freePort();
  const DATABASE_URL = address.startsWith('postgres') ? address : '';
  const own = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL };
  const env = { ...MEMORY, ...SETTINGS, ...own };
  const began = performance.now();
  const child = startNode([...HEAP, 'dist/server/entry.mjs'], ['ignore', 'ignore', 'inherit'], env);
  await untilAlive(child, port);
  const healthz = Math.round(performance.now() - began);
  const drawn = (await statusOf('/forums/explore', port)) === 200;
  const explore = drawn ? Math.round(performance.now() - began) : null;
  await pause(REST_MS);
  return {
    child,
    port,
    first: { '/healthz': healthz, '/forums/explore': explore },
    atRest: memoryOf(child),
  };
}
