// Builds the service worker as one file at the root, so that its scope is the whole site.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';
import { build } from 'vite';

import { offlineNotices } from '#lib/messages/offline-notices.ts';

import { SCHEMA_BUILDERS } from './bundles.ts';
import { messageScripts } from './message-scripts.ts';

const NAME = 'worker.js';
const ENTRY = fileURLToPath(new URL('../../src/service-worker/service-worker.ts', import.meta.url));

/**
 * Hashes the files that the worker caches on installation, because browsers update a worker only when its bytes change.
 */
function hashPrecachedFiles(client: URL): string {
  const hash = createHash('sha256');
  for (const file of ['offline/index.html', 'favicon.svg'])
    hash.update(readFileSync(new URL(file, client)));
  return hash.digest('base64url').slice(0, 22);
}

/** Adds `/worker.js` to the build. */
export const serviceWorker = (): AstroIntegration => ({
  name: 'service-worker',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        // One file with the texts of all languages, for cached pages in each.
        plugins: [messageScripts()],
        define: { 'import.meta.env.OFFLINE_NOTICES': JSON.stringify(offlineNotices()) },
        build: {
          outDir: fileURLToPath(dir),
          emptyOutDir: false,
          target: ['chrome111', 'safari16.4', 'firefox114'],
          rolldownOptions: { treeshake: { manualPureFunctions: SCHEMA_BUILDERS } },
          lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => NAME },
        },
      });
      appendFileSync(new URL(NAME, dir), `// ${hashPrecachedFiles(dir)}\n`);
    },
  },
});
