import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startNode, usageOf } from '#scripts/lib/processes.ts';
import { HEAP, MEMORY } from '#scripts/run/memory.ts';
import { freePort } from '#tests/support/server/port.ts';

import { withConnection } from './connection.ts';
import { SECRET } from './tokens.ts';

/** The location of a site's data. */
export interface SiteData {
  /** the checkout with the built site */
  site: string;
  dataDir: string;
  /** `postgres://…`, or empty for SQLite in the data folder */
  databaseUrl: string;
}

/** The built site, running. */
export type Site = Awaited<ReturnType<typeof startSite>>;

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 3;
const REST_MS = 2000;
/** The most processor time of an idle site within `REST_MS`. */
const REST_CPU_MS = 100;
const REST_TIMEOUT_MS = 5 * 60_000;

// Clears settings of the environment that the demo does not use.
const UNSET = { PUBLIC_URL: '', STORAGE_URL: '', MAIL_URL: '' };
// Lets guests come from different networks, named by a proxy.
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const SETTINGS = {
  NODE_ENV: 'production',
  DEMO: '1',
  HOST: '127.0.0.1',
  SECRET,
  ...UNSET,
  ...PROXY,
};

const isServed = (port: number, path: string): Promise<boolean> =>
  withConnection(port, async (send) => (await send({ path })).status === 200).catch(() => false);

/**
 * Waits until the site is idle: after a start it checks the whole database, and after a post it notifies followers.
 * @throws Error when it is never idle
 */
export async function waitUntilAtRest(pid: number | undefined): Promise<void> {
  const deadline = performance.now() + REST_TIMEOUT_MS;
  let before: number;
  do {
    if (performance.now() > deadline) throw new Error('The site has work without any request.');
    before = usageOf(pid).cpuMs;
    await sleep(REST_MS);
  } while (usageOf(pid).cpuMs - before > REST_CPU_MS);
}

const RECORDER = join(import.meta.dirname, 'record-statements.ts');

/**
 * Starts the built site and waits until it responds and is at rest. Its log is discarded.
 * @param isRecorded whether it records its statements
 */
export async function startSite(
  { site, dataDir, databaseUrl }: SiteData,
  { isRecorded = false } = {},
) {
  const port = await freePort();
  const own = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const env = { ...MEMORY, ...SETTINGS, ...own };
  const start = performance.now();
  const entry = join(site, 'dist/server/entry.mjs');
  const args = isRecorded ? [`--import=${RECORDER}`, entry] : [entry];
  const channel = isRecorded ? (['ipc'] as const) : [];
  const child = startNode([...HEAP, ...args], ['ignore', 'ignore', 'inherit', ...channel], env);
  while (!(await isServed(port, '/healthz'))) {
    if (child.exitCode !== null || performance.now() - start > START_TIMEOUT_MS)
      throw new Error(`The built site in ${site} did not start.`);
    await sleep(RETRY_MS);
  }
  const healthzMs = performance.now() - start;
  const exploreMs = (await isServed(port, '/forums/explore')) ? performance.now() - start : NaN;
  await waitUntilAtRest(child.pid);
  return { child, port, healthzMs, exploreMs, memoryAtRest: usageOf(child.pid).memoryMb };
}
