// Runs the project's tools as child processes, forwarding SIGINT and SIGTERM.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const path = join(root, 'node_modules/.bin') + delimiter + (process.env['PATH'] ?? '');
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;
const SIGNALLED = 128;

export interface Options {
  env?: Record<string, string>;
  /** captures the output instead of printing it */
  quiet?: boolean;
}

export interface Result {
  ok: boolean;
  output: string;
  seconds: string;
}

/**
 * Runs a tool until it exits.
 * @param command its name and arguments
 */
export async function run([tool = '', ...args]: string[], options: Options = {}): Promise<Result> {
  const started = performance.now();
  const child = spawn(tool, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...options.env },
    shell: process.platform === 'win32',
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const stop = (signal: keyof typeof SIGNALS) => {
    child.kill(signal);
    process.exitCode = SIGNALLED + SIGNALS[signal];
    child.once('close', () => process.exit());
  };
  for (const signal of Object.keys(SIGNALS)) process.once(signal, stop);
  const [code] = await once(child, 'close');
  for (const signal of Object.keys(SIGNALS)) process.off(signal, stop);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { ok: code === 0, output: Buffer.concat(chunks).toString(), seconds };
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
