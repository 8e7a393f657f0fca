// What reads or writes the site's data runs as its owner, also when root upgrades.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';

import { UsageError } from '#scripts/operator/command.ts';
import { isRoot, readOwner } from '#scripts/setup/site-files.ts';

import { releaseFolder } from './layout.ts';

/** Changes to the environment. */
export type Env = Record<string, string>;

const MAX_OUTPUT = 64 * 1024 * 1024;

function ownerOptions(home: string, env: Env) {
  const { uid, gid } = readOwner(join(home, '.env'));
  return { cwd: home, env: { ...process.env, ...env }, ...(isRoot() ? { uid, gid } : {}) };
}

/**
 * Runs a program until it ends.
 * @returns what it prints
 * @throws UsageError with its errors when it fails
 */
export const runAsOwner = (
  home: string,
  [program = '', ...args]: string[],
  env: Env = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { ...ownerOptions(home, env), maxBuffer: MAX_OUTPUT };
    execFile(program, args, options, (error, out, err) => {
      if (!error) return resolve(out);
      // The log may be between the errors.
      const lines = err.split('\n').filter((line) => line && !line.startsWith('{'));
      reject(new UsageError(lines.join('\n').trim() || error.message));
    });
  });

/** Starts a program whose input ends with this process. @param log a file descriptor */
export const startAsOwner = (
  home: string,
  [program = '', ...args]: string[],
  env: Env,
  log: number,
): ChildProcess => spawn(program, args, { ...ownerOptions(home, env), stdio: ['pipe', log, log] });

/**
 * Runs a command of `site.ts` of a release.
 * @returns what it found
 * @throws UsageError
 */
export async function runOnSite<T>(
  home: string,
  release: string,
  args: string[],
  env: Env = {},
): Promise<T> {
  const folder = releaseFolder(home, release);
  const node = join(folder, 'node_modules/.bin/node');
  const out = await runAsOwner(home, [node, join(folder, 'scripts/upgrade/site.ts'), ...args], env);
  return JSON.parse(out) as T;
}
