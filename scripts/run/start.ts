// `npm start`: builds the site, loads the demo community, and runs the server.
import { build } from '#scripts/build/build.ts';
import { root } from '#scripts/lib/run.ts';

import { loadDemo } from './load-demo.ts';
import { settleMemory } from './memory.ts';
import { readSettings } from './settings.ts';

settleMemory();
readSettings('demo');
process.env['NODE_ENV'] = 'production';

if ((await build()) && (await loadDemo())) await import(`${root}/dist/server/entry.mjs`);
else process.exitCode = 1;
