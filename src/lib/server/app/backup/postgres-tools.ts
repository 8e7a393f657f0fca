import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { BackupError } from './backup-name.ts';

/** A program of Postgres's client package. */
export type ToolName = 'pg_dump' | 'pg_restore' | 'psql';

const run = promisify(execFile);
// On Debian only wrappers are on the PATH.
const DEBIAN = '/usr/lib/postgresql/*/bin';
const VERSION = /\(PostgreSQL\) (\d+)/;
async function majorOf(path: string): Promise<number> {
  const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }));
  return Number(VERSION.exec(stdout)?.[1] ?? 0);
}

/**
 * Finds a program on the PATH or where Debian has it: the oldest that knows the server, as what newer ones write may be
 * unknown to it.
 * @param serverMajor the server's version, e.g. 17
 * @throws BackupError with what to install
 */
export async function findTool(name: ToolName, serverMajor: number): Promise<string> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync(DEBIAN)];
  const paths = folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => ({ path, major: await majorOf(path) })),
  );
  const [tool] = found
    .filter(({ major }) => major >= serverMajor)
    .toSorted((a, b) => a.major - b.major);
  if (tool) return tool.path;
  const newest = Math.max(0, ...found.map(({ major }) => major));
  throw new BackupError(
    `${name} is ${newest ? `of version ${newest}, older than the server` : 'missing'}: install the PostgreSQL ${serverMajor} client (on Debian and Ubuntu the package postgresql-client-${serverMajor}).`,
  );
}

/** A program that runs. */
export interface RunningTool {
  stdin: Writable;
  stdout: Readable;
  /** resolves when it has ended well; rejects with BackupError */
  ended: Promise<void>;
  kill(): void;
}

interface RunOptions {
  env?: NodeJS.ProcessEnv | undefined;
  /** kills it */
  signal?: AbortSignal | undefined;
}

/** Waits for the end of a program. @throws BackupError with its own words, when it fails */
async function waitForEnd(child: ChildProcessWithoutNullStreams, name: string): Promise<void> {
  const output = text(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  const lines = (await output).trim().split('\n');
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
  throw new BackupError(`${name} failed (${reason || `exit code ${code}`}).`);
}

/** Starts a program. Its output must be read. */
export function startTool(path: string, args: string[], options: RunOptions = {}): RunningTool {
  const child = spawn(path, args, { stdio: 'pipe', killSignal: 'SIGKILL', ...options });
  // Its exit explains why it accepts no more.
  child.stdin.on('error', () => {});
  const ended = waitForEnd(child, basename(path));
  // Awaited later.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill('SIGKILL') };
}

/** Runs a program that writes nothing of interest. @throws BackupError */
export async function runTool(path: string, args: string[], options?: RunOptions): Promise<void> {
  const tool = startTool(path, args, options);
  tool.stdin.end();
  tool.stdout.resume();
  await tool.ended;
}
