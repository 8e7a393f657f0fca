import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { addMember } from '#demo/factories.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { HEAP, MEMORY } from '#scripts/run/memory.ts';

import { insertSession } from './insert-session.ts';

/** The entry point of the built server. */
export const ENTRY = resolve(import.meta.dirname, '../../../dist/server/entry.mjs');
const READY_TRIES = 2000;
const READY_PAUSE_MS = 25;

/** The data, database and port of a server under test. */
export interface ServerInstance {
  dataDir: string;
  /** `postgres://…`, or empty for SQLite */
  databaseUrl: string;
  port: number;
}

/** The origin of an instance's server. */
export const originOf = ({ port }: ServerInstance): string => `http://127.0.0.1:${port}`;

async function isReady(instance: ServerInstance, path: string): Promise<boolean> {
  const response = await fetch(originOf(instance) + path).catch(() => null);
  return response?.status === 200;
}

/**
 * Starts the built server.
 * @param settings additional environment variables
 * @param options `readyPath`: responds 200 when the server is ready; `logTo`: `pipe` instead of the log file
 * @returns the process, once it is ready
 */
export async function startServer(
  instance: ServerInstance,
  settings: Record<string, string> = {},
  { readyPath = '/readyz', logTo = 'file' }: { readyPath?: string; logTo?: 'file' | 'pipe' } = {},
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    ...MEMORY,
    NODE_ENV: 'production',
    DEMO: '1',
    HOST: '127.0.0.1',
    PORT: String(instance.port),
    DATA_DIR: instance.dataDir,
    DATABASE_URL: instance.databaseUrl,
    PUBLIC_URL: originOf(instance),
    ...settings,
  };
  const log = openSync(logPath(instance), 'a');
  const stdout = logTo === 'pipe' ? 'pipe' : log;
  const server = spawn(process.execPath, [...HEAP, ENTRY], {
    env,
    stdio: ['ignore', stdout, 'pipe'],
  });
  closeSync(log);
  server.stderr?.pipe(process.stderr);
  for (let tried = 0; tried < READY_TRIES && server.exitCode === null; tried += 1) {
    if (await isReady(instance, readyPath)) return server;
    await pause(READY_PAUSE_MS);
  }
  server.kill('SIGKILL');
  throw new Error('The server did not come up again.');
}

/** Ends the server with a signal, unless it has ended. */
export async function killServer(
  server: ChildProcess,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

export const logPath = ({ dataDir }: ServerInstance): string => join(dataDir, 'server.log');

/** The path of an instance's SQLite file, or its Postgres URL. */
export const databaseAddress = ({ dataDir, databaseUrl }: ServerInstance): string =>
  databaseUrl || join(dataDir, 'glean.sqlite');

/**
 * Inserts members with a session.
 * @returns their session tokens
 */
export async function addSignedInMembers({ db }: Database, count: number): Promise<string[]> {
  const tokens: string[] = [];
  await db.transaction().execute(async (tx) => {
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await addMember(tx, { password_hash: 'none' });
      tokens.push(await insertSession(tx, id));
    }
  });
  return tokens;
}
