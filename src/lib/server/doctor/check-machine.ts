import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { isBucketUrl } from '#lib/server/backup/open-place.ts';
import type { Config } from '#lib/server/config.ts';
import { freeBytes } from '#lib/server/storage/disk-space.ts';

import { type Finding, ok, wrong } from './finding.ts';

const LOW_BYTES = 500 * 1024 * 1024;
const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;
const MODE = 0o777;

const backupFolder = ({ backupUrl }: Config): string[] =>
  backupUrl && !isBucketUrl(backupUrl) && existsSync(backupUrl) ? [backupUrl] : [];

export async function checkDisk(config: Config): Promise<Finding> {
  const sizes: string[] = [];
  for (const folder of [config.dataDir, ...backupFolder(config)]) {
    const free = await freeBytes(folder);
    const megabytes = Math.floor(free / 2 ** 20);
    if (free < LOW_BYTES)
      return wrong('disk', `${folder} has ${megabytes} MB left: free some space.`);
    sizes.push(`${folder} has ${megabytes} MB left`);
  }
  return ok('disk', sizes.join(', '));
}

/** @returns what to type for a path that too many users can read, or nothing */
function modeProblem(path: string, forbidden: number, mode: string): string[] {
  if (!existsSync(path) || (statSync(path).mode & forbidden & MODE) === 0) return [];
  return [`other users can read ${path}: run \`chmod ${mode} ${path}\``];
}

/**
 * Looks at who can read secrets and the site's data.
 * @param envFile path of `.env`
 */
export async function checkPermissions(config: Config, envFile: string): Promise<Finding> {
  if (process.platform === 'win32') return ok('permissions', 'not checked on Windows');
  const { dataDir } = config;
  const problems = [
    ...modeProblem(envFile, GROUP_AND_OTHERS, '600'),
    ...modeProblem(join(dataDir, 'secret'), GROUP_AND_OTHERS, '600'),
    ...modeProblem(resolve(dataDir), OTHERS, '700'),
    ...backupFolder(config).flatMap((folder) => modeProblem(resolve(folder), OTHERS, '700')),
  ];
  const { uid } = statSync(dataDir);
  if (uid !== process.getuid?.())
    problems.push(`${resolve(dataDir)} is another user’s: run commands as the server’s user`);
  if (problems.length > 0) return wrong('permissions', `${problems.join('; ')}.`);
  return ok('permissions', 'secrets and data are this user’s only');
}
