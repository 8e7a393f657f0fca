// `npm run test:engines`: the built site in Firefox and WebKit, and in Chromium.
import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

// Long enough for a busy machine.
const TEST_MS = 300_000;

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: ['tests/engines/site-setup.ts'],
    // All files share one site, and one line to it.
    fileParallelism: false,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
