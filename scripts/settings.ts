import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.ts';

/**
 * Reads `.env` into the environment, without replacing variables. Relative paths in it, like DATA_DIR,
 * are relative to the project's folder.
 * @param site `demo` for `npm start` and `npm run dev`, `production` for `npm run serve` and the operator
 */
export function readSettings(site: 'demo' | 'production'): void {
  process.chdir(root);
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  if (site === 'demo') process.env['DEMO'] = '1';
  else {
    delete process.env['DEMO'];
    process.env['NODE_ENV'] = 'production';
  }
}
