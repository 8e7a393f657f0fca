// The purpose of a page is on the first screen of a phone.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const FIRST_POST_PX = 200;

const firstPost = (page: Page): Promise<number> =>
  page
    .getByRole('article')
    .first()
    .evaluate((article) => article.getBoundingClientRect().top);

for (const who of ['guest', 'tess'])
  test(`the first post on Explore is near the top for ${who}`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'it is about phones');
    if (who !== 'guest') await signIn(page, who);
    await page.goto('/forums/explore');
    expect(await firstPost(page)).toBeLessThanOrEqual(FIRST_POST_PX);
  });

test('no word of a heading breaks on public pages with text of 200 %', async ({ page }) => {
  for (const path of ['/login', '/forgot-password'])
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      const heading = page.getByRole('heading', { level: 1 });
      const broken = await heading.evaluate((element) => {
        const text = element.firstChild;
        const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
        return words.filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text as Node, index);
          range.setEnd(text as Node, index + word.length);
          return range.getClientRects().length > 1;
        }).length;
      });
      expect(broken, `${path} at ${width} px`).toBe(0);
    }
});

test('the footer has two lines of small links, each large enough for a finger', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(120);
  await expect(footer).toContainText('Glean, 2024');
  for (const name of ['Terms', 'License', 'Privacy']) {
    const box = await footer.getByRole('link', { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
  }
});
