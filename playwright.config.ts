import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import { freePort } from '#tests/support/server/port.ts';

import { findChromium } from './scripts/lib/browser.ts';

// Long enough for a busy machine.
const START_MS = 300_000;
const TEST_MS = 90_000;
const SHOWN_MS = 30_000;

// Playwright evaluates this file again in each worker: the first evaluation chooses port and folder.
if (!process.env['GLEAN_TEST_PORT']) {
  const dir = mkdtempSync(join(tmpdir(), 'glean-browser-'));
  process.env['GLEAN_TEST_PORT'] = String(await freePort());
  process.env['GLEAN_TEST_DATA'] = dir;
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
const port = process.env['GLEAN_TEST_PORT'];
const baseURL = `http://127.0.0.1:${port}`;

// Chromium as root, in a container, without requests of its own.
const args = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = findChromium();
// One pixel for each of CSS: the device's own ratio takes a third longer to render.
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1 };

// `npm run test:all` runs every test at every size; `npm test` neither those @full nor, at desktop size, those not @desktop.
const TEST_ALL = Boolean(process.env['TEST_ALL']);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  ...(!TEST_ALL && { grepInvert: /@full/ }),
  // Browser tests wait for most of their time: with two, half of two cores is idle.
  workers: 3,
  timeout: TEST_MS,
  expect: { timeout: SHOWN_MS },
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : [])],
  use: {
    baseURL,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    // Without transitions axe cannot see a colour in between.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(executablePath && { executablePath }) },
    // A worker would bypass `page.route`; the offline tests allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording a trace of every test costs a fourth as much as the tests.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'phone', use: { ...phone, viewport: { width: 360, height: 740 } } },
    {
      name: 'desktop',
      ...(!TEST_ALL && { grep: /@desktop/ }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: 'exec node scripts/run/start.ts',
    url: baseURL,
    timeout: START_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    // Empty, so that the developer's settings and .env do not apply.
    env: {
      PORT: port,
      DATA_DIR: process.env['GLEAN_TEST_DATA'] ?? '',
      HOST: '',
      PUBLIC_URL: '',
      SECRET: '',
      DATABASE_URL: '',
      STORAGE_URL: '',
      MAIL_URL: '',
      TRUSTED_PROXIES: '',
      // The browsers of other tests request English.
      TEST_LANGUAGES: 'en-XA',
    },
  },
});
