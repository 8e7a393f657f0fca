import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { root } from '#scripts/lib/run.ts';

/**
 * The folder of `.env` and of relative paths: the project's, or the one that a release's folder `releases` is in, so
 * that an upgrade leaves both alone.
 */
export const home = basename(dirname(root)) === 'releases' ? resolve(root, '../..') : root;

const READABLE_BY_OTHERS = 0o044;

/**
 * `.env` has secrets and passwords (ASVS 13.3.1).
 * @returns a warning if others can read the file, or an empty string
 */
export function permissionWarning(file: string): string {
  if (process.platform === 'win32' || !(statSync(file).mode & READABLE_BY_OTHERS)) return '';
  return `Other users of this machine can read ${file}: run "chmod 600 ${file}".\n`;
}

/**
 * Reads `.env` into the environment, without overriding variables. Relative paths, e.g. DATA_DIR, start at
 * `home`.
 * @param site `demo` for `npm start` and `npm run dev`, `production` for `npm run serve` and the operator
 */
export function readSettings(site: 'demo' | 'production'): void {
  process.chdir(home);
  const file = join(home, '.env');
  if (home !== root) process.env['GLEAN'] ??= join(home, 'current/glean');
  const exists = existsSync(file);
  if (exists) process.loadEnvFile(file);
  if (site === 'demo') process.env['DEMO'] = '1';
  else {
    if (exists) process.stderr.write(permissionWarning(file));
    delete process.env['DEMO'];
    process.env['NODE_ENV'] = 'production';
  }
}
