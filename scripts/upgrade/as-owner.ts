// What reads or writes the site's data runs as its owner, also when root upgrades.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { isRoot, readOwner } from '#scripts/setup/site-files.ts';

import { releaseFolder } from './layout.ts';
import { runCommand, startCommand } from './run-command.ts';

/** Changes to the environment. */
export type Env = Record<string, string>;

function ownerOptions(home: string, changes: Env) {
  const { uid, gid, user } = readOwner(join(home, '.env'));
  const env = { ...process.env, ...changes };
  if (!isRoot()) return { cwd: home, env };
  // PostgreSQL's programs look for files in the home of who runs them.
  return { cwd: home, uid, gid, env: { ...env, HOME: home, USER: user, LOGNAME: user } };
}

/**
 * Runs a program until it ends.
 * @returns what it prints
 * @throws UsageError with its errors when it fails
 */
export const runAsOwner = (home: string, command: string[], env: Env = {}): Promise<string> =>
  runCommand(command, ownerOptions(home, env));

/** Starts a program whose input ends with this process. @param log a file descriptor */
export const startAsOwner = (
  home: string,
  command: string[],
  env: Env,
  log: number,
): ChildProcess => startCommand(command, ownerOptions(home, env), log);

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
