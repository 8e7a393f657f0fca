// Tests when the PDF viewer, which has half a megabyte, is loaded.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';

const open = { name: 'View PDF' };

/** Makes the browser report a connection. */
const reportConnection = (page: Page, connection: object) =>
  page.addInitScript((given) => {
    Object.defineProperty(navigator, 'connection', { value: given });
  }, connection);

test('on a fast connection the first page is shown without a tap', async ({ page }) => {
  await reportConnection(page, { effectiveType: '4g', saveData: false });
  await page.clock.install();
  await page.goto('/legal-agreements/licensing-terms');
  await expect(page.getByRole('button', open)).toBeVisible();
  await page.clock.runFor(4000);
  await page.clock.resume();
  await expect(page.locator('canvas').first()).toBeVisible();
});

for (const connection of [
  { effectiveType: '4g', saveData: true },
  { effectiveType: '4g', type: 'cellular' },
  { effectiveType: '3g' },
  { effectiveType: '2g' },
])
  test(`with ${JSON.stringify(connection)} nothing loads by itself @full`, async ({ page }) => {
    await reportConnection(page, connection);
    await page.clock.install();
    await page.goto('/legal-agreements/licensing-terms', { waitUntil: 'networkidle' });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.clock.runFor(60_000);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(fetched).toEqual([]);
    await page.getByRole('button', open).click();
    await expect(page.locator('canvas').first()).toBeVisible();
  });

test('a page that opens under a resting cursor loads no viewer', async ({ page }) => {
  await reportConnection(page, { effectiveType: '3g' });
  await page.goto('/legal-agreements/licensing-terms', { waitUntil: 'networkidle' });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.evaluate(() => {
    dispatchEvent(new PointerEvent('pointermove'));
    return new Promise((done) => requestIdleCallback(done));
  });
  expect(fetched).toEqual([]);
});

test('before that, a page loads no viewer and at most 8 KB of script', async ({ page }) => {
  await reportConnection(page, { effectiveType: '3g' });
  const scripts: { url: string; size: number }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push({ url: response.url(), size: Number(response.headers()['content-length']) });
  });
  await page.goto('/legal-agreements/licensing-terms', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', open)).toBeVisible();
  expect(scripts.every(({ size }) => size > 0)).toBe(true);
  expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(8 * 1024);
});
