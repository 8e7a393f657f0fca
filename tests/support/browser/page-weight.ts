import { expect, type Page, type Response } from '@playwright/test';

/** The bytes sent, even without `content-length`. */
async function weigh(response: Response): Promise<{ type: string; size: number }> {
  const request = response.request();
  await response.finished();
  const { responseBodySize } = await request.sizes();
  return { type: request.resourceType(), size: responseBodySize };
}

function sheetsOf(address: string): number {
  if (address.endsWith('/')) return 0;
  return address.includes('/forums/') ? 2 : 1;
}

/**
 * Opens a page and expects one style sheet (the landing page: none, the forum: two), at most 8 KB of script, and at
 * most 60 KB without images (docs/product.md, "Budgets").
 */
export async function expectLightPage(page: Page, address: string): Promise<void> {
  const weighing: ReturnType<typeof weigh>[] = [];
  page.on('response', (response) => weighing.push(weigh(response)));
  await page.goto(address, { waitUntil: 'networkidle' });
  const loaded = await Promise.all(weighing);
  const sum = (wanted: (type: string) => boolean) =>
    loaded.reduce((all, { type, size }) => all + (wanted(type) ? size : 0), 0);
  expect(sum((type) => type === 'document')).toBeGreaterThan(0);
  expect(loaded.filter(({ type }) => type === 'stylesheet')).toHaveLength(sheetsOf(address));
  expect(sum((type) => type === 'script')).toBeLessThanOrEqual(8 * 1024);
  expect(sum((type) => type !== 'image')).toBeLessThanOrEqual(60 * 1024);
}
