// The settings of `npm start` and `npm run dev`: those of the demo, on top of the environment and .env.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.ts';

const file = join(root, '.env');
if (existsSync(file)) process.loadEnvFile(file);
process.env['DEMO'] = '1';
