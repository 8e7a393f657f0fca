// Where the npm commands have their settings from.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.ts';

/**
 * Reads `.env` into the environment, where what is set already comes first. Relative paths in it, like DATA_DIR,
 * count from the project's folder, wherever the command was typed.
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
