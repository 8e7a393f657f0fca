import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type FakeBucket, openFakeBucket } from './fake-bucket.ts';
import { freePort } from './port.ts';
import { killServer, type ServerInstance, startServer } from './server-process.ts';

/** Shared by both servers for signatures. */
export const SECRET = 'a secret that both servers share, of more than 32 characters';

/** A built server that is repeatedly started and killed, e.g. one of two on one database and bucket. */
export class ClusterServer {
  readonly instance: ServerInstance;
  readonly #settings: Record<string, string>;
  #process: ChildProcess | undefined;

  constructor(instance: ServerInstance, settings: Record<string, string> = {}) {
    this.instance = instance;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#process = await startServer(this.instance, this.#settings);
  }

  async kill(): Promise<void> {
    if (this.#process) await killServer(this.#process);
  }

  /** Stops it gracefully. */
  async stop(): Promise<void> {
    if (this.#process) await killServer(this.#process, 'SIGTERM');
  }

  /** Stops the process like a paused virtual machine, with open connections. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }
}

/** Two servers with their shared resources. */
export interface Cluster {
  a: ClusterServer;
  b: ClusterServer;
  bucket: FakeBucket;
  close(): Promise<void>;
}

/**
 * Starts two built servers at the same time.
 * @param databaseUrl an empty or migrated Postgres database
 * @param given additional settings
 */
export async function startTwoServers(
  databaseUrl: string,
  given: Record<string, string> = {},
): Promise<Cluster> {
  const bucket = await openFakeBucket();
  const root = await mkdtemp(join(tmpdir(), 'glean-cluster-'));
  const settings = { SECRET, STORAGE_URL: bucket.url, TRUSTED_PROXIES: '127.0.0.1', ...given };
  const make = async (name: string) => {
    const dataDir = await mkdtemp(join(root, name));
    return new ClusterServer({ dataDir, databaseUrl, port: await freePort() }, settings);
  };
  const [a, b] = [await make('a'), await make('b')];
  const close = async () => {
    for (const server of [a, b]) await server.kill();
    await bucket.close();
    await rm(root, { recursive: true });
  };
  try {
    await Promise.all([a.start(), b.start()]);
  } catch (error) {
    await close();
    throw error;
  }
  return { a, b, bucket, close };
}
