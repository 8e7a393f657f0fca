// `npm run dev`: Astro's development server, on the demo community.
import { PASSWORD } from '#demo/load-members.ts';
import { run } from '#scripts/lib/run.ts';

import { loadDemo } from './load-demo.ts';
import { readSettings } from './settings.ts';

readSettings('demo');
const port = process.env['PORT'] || '4321';
const env = { ASTRO_TELEMETRY_DISABLED: '1' };
process.stdout.write(
  `Log in at http://localhost:${port}/login as maria@glean.example or staff@glean.example: ${PASSWORD}\n`,
);
const ok = (await loadDemo()) && (await run(['astro', 'dev', '--port', port], { env })).ok;
if (!ok) process.exitCode = 1;
