import sharp from 'sharp';

import { expect, test } from '#tests/support/browser-fixtures.ts';
import { expectLightPage } from '#tests/support/page-weight.ts';

const INDEXED = ['/', '/about', '/forums/explore', '/eduhub', '/legal-agreements/data-privacy'];
const LIGHT = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  '/legal-agreements/data-privacy',
  '/thank-you',
  '/offline',
  '/unauthorized',
  '/nothing',
];
const HIDDEN = [
  '/unauthorized',
  '/thank-you',
  '/offline',
  '/nothing',
  '/login',
  '/eduhub?search=straw',
];

for (const path of INDEXED)
  test(`${path} has metadata for search engines and shared links`, async ({ page, baseURL }) => {
    await page.goto(path);
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    expect((await content('description'))?.length).toBeGreaterThan(30);
    expect(await content('og:title')).toBe(await page.title());
    expect(await content('og:url')).toBe(canonical);
    const image = new URL((await content('og:image')) ?? '');
    const response = await page.request.get(`${baseURL}${image.pathname}`);
    expect(response.headers()['content-type']).toMatch(/^image\//);
    expect(Number(await content('og:image:width'))).toBeGreaterThanOrEqual(1200);
  });

test('a resource is an article with an image of its own', async ({ page }) => {
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

test('the landing page has the organisation’s metadata', async ({ page }) => {
  await page.goto('/');
  const jsonLd = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(jsonLd ?? '')).toMatchObject({ '@type': 'Organization', name: 'Glean' });
});

for (const path of HIDDEN)
  test(`${path} is not indexed`, async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 40[14]/);
    await page.goto(path);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  });

for (const path of LIGHT)
  test(`${path} loads no React, one style sheet, and at most 8 KB of script and 60 KB in all`, async ({
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
  for (const { src, sizes, type } of manifest.icons) {
    if (type !== 'image/png') continue;
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

test.describe('other pages', () => {
  test('/unauthorized gets 401', async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 401/);
    const response = await page.goto('/unauthorized');
    expect(response?.status()).toBe(401);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized Access');
  });

  test('/thank-you thanks for a payment', async ({ page }) => {
    await page.goto('/thank-you');
    await expect(page).toHaveTitle('Thank You | Glean');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('THANK YOU!');
    await expect(page.getByText('Your transaction has been processed successfully.')).toBeVisible();
  });
});
