// `npm start`: the demo. Builds, loads the demo community, and becomes the server.
import { build } from './build.ts';
import { loadDemo } from './demo.ts';
import { settleMemory } from './memory.ts';
import { root } from './run.ts';
import { readSettings } from './settings.ts';

settleMemory();
readSettings('demo');
process.env['NODE_ENV'] = 'production';

if ((await build()) && (await loadDemo())) await import(`${root}/dist/server/entry.mjs`);
else process.exitCode = 1;
