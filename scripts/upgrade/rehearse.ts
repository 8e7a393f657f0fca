// A version is tried on a copy of the data: it migrates it, serves it, and a guest and a member go through.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { UsageError } from '#scripts/operator/command.ts';

import { type Env, runAsOwner, startAsOwner } from './as-owner.ts';
import { gleanOf } from './layout.ts';
import { waitUntilReady } from './readiness.ts';

// A large database is migrated before the server listens.
const MAX_START_MS = 3_600_000;
const STOP_MS = 10_000;
// An error with its stack.
const LAST_LINES = 40;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** The settings of a server on a copy, which nothing outside this machine notices. */
const toEnv = (copy: Env, port: number): Env => ({
  ...copy,
  REHEARSAL: '1',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  TRUSTED_PROXIES: '',
  // The journey finds what it posts.
  HOLD_FIRST_POSTS: '0',
});

const lastLines = (path: string): string =>
  readFileSync(path, 'utf8').trim().split('\n').slice(-LAST_LINES).join('\n');

/** What a rehearsal works with. */
interface RehearsalOptions {
  home: string;
  /** the name of a release */
  release: string;
  /** the settings of the copy */
  copy: Env;
  /** how long it may respond without being ready */
  unreadyMs: number;
}

/**
 * Rehearses a release on a copy.
 * @returns the milliseconds until it was ready
 * @throws UsageError that says what failed
 */
export async function rehearse(options: RehearsalOptions): Promise<number> {
  const { home, release, copy, unreadyMs } = options;
  const port = await findFreePort();
  const env = toEnv(copy, port);
  const logPath = join(home, 'upgrade.log');
  const log = openSync(logPath, 'w', 0o600);
  const glean = gleanOf(home, release);
  const started = performance.now();
  const server = startAsOwner(home, [glean, 'serve'], env, log);
  closeSync(log);
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  try {
    const origin = `http://127.0.0.1:${port}`;
    const { problem } = await waitUntilReady(origin, { limitMs: MAX_START_MS, unreadyMs, isOver });
    if (problem) throw new UsageError(`${problem}\n${lastLines(logPath)}`);
    const ms = performance.now() - started;
    await runAsOwner(home, [glean, 'journey', origin], env);
    return ms;
  } finally {
    await stop(server);
  }
}
