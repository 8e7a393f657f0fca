import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, onTestFinished } from 'vitest';

import { freePort } from '#tests/support/server/port.ts';
import { createDatabase } from '#tests/support/server/postgres.ts';
import {
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

/** @returns an instance with its own folder and port, for one test */
export async function newInstance(): Promise<ServerInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-server-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir, databaseUrl: '', port: await freePort() };
}

interface RunningServer {
  instance: ServerInstance;
  server: ChildProcess;
  end(): Promise<void>;
}

type StartOptions = Parameters<typeof startServer>[2];

async function start(
  settings: Record<string, string> = {},
  databaseUrl = '',
  options: StartOptions = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-server-'));
  const instance = { dataDir, databaseUrl, port: await freePort() };
  const server = await startServer(instance, settings, options);
  const end = async () => {
    if (server.exitCode === null && server.signalCode === null) await killServer(server);
    await rm(dataDir, { recursive: true });
  };
  return { instance, server, end };
}

/**
 * Starts a built server for one test.
 * @param settings additional environment variables
 */
export async function startOwnServer(
  settings?: Record<string, string>,
  options?: StartOptions,
): Promise<RunningServer> {
  const built = await start(settings, '', options);
  onTestFinished(() => built.end());
  return built;
}

/**
 * Starts one built server for all tests of a file, which must not depend on each other.
 * @param settings additional environment variables
 * @param database the database that it uses
 */
export function shareServer(
  settings?: Record<string, string>,
  database: 'sqlite' | 'postgres' = 'sqlite',
): () => ServerInstance {
  let built: RunningServer;
  beforeAll(async () => {
    built = await start(settings, database === 'postgres' ? await createDatabase() : '');
  });
  afterAll(() => built.end());
  return () => built.instance;
}

/**
 * Sends raw bytes.
 * @returns everything received until the server closes the connection
 */
export async function sendRaw({ port }: ServerInstance, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes.replaceAll('\n', '\r\n'));
  return text(socket);
}
