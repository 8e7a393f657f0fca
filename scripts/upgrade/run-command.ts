// Programs of an upgrade. Each has a session of its own: a lost terminal ends neither them nor the upgrade.
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';

import { UsageError } from '#scripts/operator/command.ts';

/** Starts a program whose input ends with this process. @param log a file descriptor */
export const startCommand = (
  [program = '', ...args]: string[],
  options: SpawnOptions,
  log: number,
): ChildProcess => spawn(program, args, { ...options, detached: true, stdio: ['pipe', log, log] });

const endOf = (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : `ended with ${code ?? signal}`),
    );
  });

/**
 * Runs a program until it ends; its input ends with this process.
 * @returns what it prints
 * @throws UsageError with its errors when it fails
 */
export async function runCommand(
  [program = '', ...args]: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    ...options,
    detached: true,
    stdio: 'pipe',
  });
  const [failure, out, errors] = await Promise.all([
    endOf(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (failure === null) return out;
  // The log may be between the errors.
  const lines = errors.split('\n').filter((line) => line && !line.startsWith('{'));
  throw new UsageError(lines.join('\n').trim() || `${[program, ...args].join(' ')}: ${failure}`);
}
