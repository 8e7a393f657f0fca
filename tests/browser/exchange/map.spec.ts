// The exchange as a map, with one dot per town that links to its listings, and the same as text.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { openFilters } from '#tests/support/browser/exchange-screens.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a search is shown as a map, and its dots lead to the listings of a town', async ({
    page,
  }) => {
    await page.goto('/exchange?kind=offer');
    await openFilters(page);
    await page.getByRole('link', { name: 'Show as a map' }).click();
    await expect(page).toHaveURL(/\/exchange\/map\?kind=offer$/);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    const dots = page.getByRole('group', { name: 'Listings by town' }).getByRole('link');
    const count = await dots.count();
    expect(count).toBeGreaterThan(1);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(count);
    const name = await dots.first().getAttribute('aria-label');
    expect(name).toMatch(/^.+: \d+ listings?$/);
    await dots.first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/exchange\?kind=offer&town=\d{10}$/);
    const [town = ''] = name?.split(':') ?? [];
    await expect(page.locator('#filters select[name=town] :checked')).toHaveText(town);
  });
});

test('the map of everything is for search engines, and fits a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/exchange/map');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 360, height: 740 });
  const pixels = await page
    .locator('main svg text')
    .first()
    .evaluate((label) => {
      const scale = (label as SVGTextElement).getScreenCTM()?.a ?? 0;
      return Number.parseFloat(getComputedStyle(label).fontSize) * scale;
    });
  expect(pixels).toBeGreaterThanOrEqual(11);
});
