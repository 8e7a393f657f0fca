import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectLightPage } from '#tests/support/browser/page-weight.ts';

const LIGHT = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  '/exchange',
  '/exchange/impact',
  '/season',
  '/machines',
  '/exchange/map',
  '/join',
  '/help',
  '/help/request',
  '/moderation',
  '/legal-agreements/data-privacy',
  '/thank-you',
  '/offline',
  '/unauthorized',
  '/nothing',
];

test('a resource is an article with its own image', async ({ page }) => {
  await page.goto('/eduhub');
  await page.locator('[data-cards] a').first().click();
  await expect(page.getByText('- THE END')).toBeVisible();
  const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [article, crumbs] = jsonLd.map((each) => JSON.parse(each));
  expect(article).toMatchObject({
    '@type': 'Article',
    headline: await page.getByRole('heading', { level: 1 }).textContent(),
  });
  expect(article.description.length).toBeLessThanOrEqual(161);
  expect(crumbs['@type']).toBe('BreadcrumbList');
  expect(crumbs.itemListElement).toHaveLength(3);
  const image = page.locator('meta[property="og:image"]');
  // Some social networks do not show WebP.
  const shared = await page.request.get((await image.getAttribute('content')) ?? '');
  expect(shared.headers()['content-type']).toBe('image/jpeg');
  expect(await sharp(await shared.body()).metadata()).toMatchObject({ width: 1200, height: 630 });
  await expect(page.locator('meta[property="og:image:type"]')).toHaveAttribute(
    'content',
    'image/jpeg',
  );
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article');
});

for (const path of LIGHT)
  test(`${path} loads no React, its style sheets, and at most 8 KB of script and 60 KB in all`, async ({
    page,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 40[14]/);
    await expectLightPage(page, path);
  });

test('the site can be installed', async ({ page }) => {
  await page.goto('/');
  const link = page.locator('link[rel=manifest]');
  const { request } = page;
  const manifest = await (await request.get((await link.getAttribute('href')) ?? '')).json();
  expect(manifest).toMatchObject({ short_name: 'Glean', start_url: '/', display: 'standalone' });
  expect(manifest.screenshots).toHaveLength(2);
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    if (type === 'image/svg+xml') continue;
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes).toContain('maskable');
});

test('every page links to the feed', async ({ page }) => {
  await page.goto('/about');
  const feed = page.locator('link[type="application/atom+xml"]');
  await expect(feed).toHaveAttribute('href', '/eduhub/feed.xml');
  const isXml = await page.evaluate(async () => {
    const jsonLd = await (await fetch('/eduhub/feed.xml')).text();
    return !new DOMParser().parseFromString(jsonLd, 'application/xml').querySelector('parsererror');
  });
  expect(isXml).toBe(true);
});

test('/thank-you thanks for a payment', async ({ page }) => {
  await page.goto('/thank-you');
  await expect(page).toHaveTitle('Thank You | Glean');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('THANK YOU!');
  await expect(page.getByText('Your transaction has been processed successfully.')).toBeVisible();
});

const linksOf = (page: Page) =>
  page
    .locator('link:is([rel=stylesheet], [rel=preload], [rel=prefetch])')
    .evaluateAll((all) => (all as HTMLLinkElement[]).map(({ rel }) => rel));

test('a page loads its style sheet, which its text waits for, before the font', async ({
  page,
}) => {
  await page.goto('/eduhub');
  expect(await linksOf(page)).toEqual(['stylesheet', 'preload']);
});

test('the landing page waits for no style sheet, and preloads that of the next page', async ({
  page,
}) => {
  await page.goto('/');
  await expect.poll(() => linksOf(page)).toEqual(['prefetch', 'preload']);
  await expect(page.locator('header').first()).toHaveCSS('position', 'sticky');
  const ahead = await page.locator('link[rel=prefetch]').getAttribute('href');
  await page.goto('/exchange');
  await expect(page.locator('link[rel=stylesheet]')).toHaveAttribute('href', ahead ?? '');
});
