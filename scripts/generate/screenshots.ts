// Makes the manifest's screenshots, which browsers show before installing the site: of the demo on a phone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, devices, type Page } from '@playwright/test';
import sharp from 'sharp';

import { PASSWORD } from '#demo/load-members.ts';
import { build } from '#scripts/build/build.ts';
import { findChromium } from '#scripts/lib/browser.ts';
import { stopProcess } from '#scripts/lib/processes.ts';
import { root, say } from '#scripts/lib/run.ts';
import { startDemo } from '#scripts/lib/start-demo.ts';
import { freePort } from '#tests/support/server/port.ts';

const FOLDER = join(root, 'public/screenshots');
const QUALITY = 72;

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill('maria@glean.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/explore/);
}

/** Takes the visible part once its images have loaded. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const image = sharp(await page.screenshot());
  const { size } = await image.webp({ quality: QUALITY }).toFile(join(FOLDER, `${name}.webp`));
  say(`${name}.webp: ${Math.round(size / 1024)} KB`);
}

async function takeAll(origin: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({
      ...devices['Pixel 7'],
      baseURL: origin,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      timezoneId: 'Asia/Manila',
    });
    await signIn(page);
    await page.goto('/exchange');
    await takeScreenshot(page, 'exchange');
    await page.locator('.market a').first().click();
    await page.waitForURL(/exchange\/[\da-f-]{36}/);
    await takeScreenshot(page, 'listing');
  } finally {
    await browser.close();
  }
}

if (!(await build())) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'glean-screenshots-'));
const { demo, origin } = await startDemo(folder, await freePort());
try {
  await takeAll(origin);
} finally {
  await stopProcess(demo);
  rmSync(folder, { recursive: true, force: true });
}
