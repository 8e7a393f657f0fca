import { expect, type Page } from '@playwright/test';

/**
 * Opens a page and expects one style sheet, at most 8 KB of script, and at most 60 KB without images
 * (docs/product.md, "Limits").
 */
export async function expectLightPage(page: Page, address: string): Promise<void> {
  const loaded: { type: string; size: number }[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    loaded.push({ type, size: Number(response.headers()['content-length'] ?? 0) });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const sum = (wanted: (type: string) => boolean) =>
    loaded.reduce((all, { type, size }) => all + (wanted(type) ? size : 0), 0);
  expect(loaded.filter(({ type }) => type === 'stylesheet')).toHaveLength(1);
  expect(sum((type) => type === 'script')).toBeLessThanOrEqual(8 * 1024);
  expect(sum((type) => type !== 'image')).toBeLessThanOrEqual(60 * 1024);
}
