// `npm run serve`: production. Plain JavaScript, so that any Node version reports missing requirements.
import { existsSync } from 'node:fs';

const NODE = 26;
const entry = new URL('../dist/server/entry.mjs', import.meta.url);

/** @param {string} message */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < NODE)
  refuse('The packages are not installed. Run `npm ci` first.');
if (!existsSync(entry)) refuse('The site is not built. Run `npm run build` first.');

// Dynamic imports, because an older Node cannot parse these files.
const { settleMemory } = await import('./run/memory.ts');
const { readSettings } = await import('./run/settings.ts');
settleMemory();
readSettings('production');
await import(entry.href);
