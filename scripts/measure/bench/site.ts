import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startNode, usageOf } from '#scripts/lib/processes.ts';
import { HEAP, MEMORY } from '#scripts/run/memory.ts';
import { freePort } from '#tests/support/server/port.ts';

import { withConnection } from './connection.ts';
import { SECRET } from './tokens.ts';

/** Where a site has its data. */
export interface SiteData {
  /** the checkout whose built site is started */
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
/** Processor time that a site without requests takes within `REST_MS`, at most. */
const REST_CPU_MS = 100;
const REST_TIMEOUT_MS = 5 * 60_000;

// The demo's settings, whatever the environment holds.
const UNSET = { PUBLIC_URL: '', STORAGE_URL: '', MAIL_URL: '' };
// Guests of other networks are those whom a proxy names.
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
 * Waits until the site does nothing: after a start it checks the whole database, which takes longer with more posts, and
 * after a post it tells the followers of its author.
 * @throws Error when it never rests
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
 * @param isRecorded it notes its statements
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
