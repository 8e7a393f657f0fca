// Builds the service worker as one file at the root, so that its scope is the whole site.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { AstroIntegration } from 'astro';
import { build } from 'vite';

import { offlineNotices } from '#lib/messages/offline-notices.ts';

import { SCHEMA_BUILDERS } from './bundles.ts';
import { messageScripts } from './message-scripts.ts';

const NAME = 'worker.js';
const ENTRY = fileURLToPath(new URL('../../src/service-worker/service-worker.ts', import.meta.url));

/**
 * Adds `/worker.js` to the build. Its last line names the build: browsers install a worker, and with it the offline page,
 * when its bytes change.
 * @param name of this build
 */
export const serviceWorker = (name: string): AstroIntegration => ({
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
      appendFileSync(new URL(NAME, dir), `// ${name}\n`);
    },
  },
});
