import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';

const PAGES = {
  'licensing-terms': 'Licensing Terms',
  'data-privacy': 'Data Privacy Guidelines',
  'terms-and-conditions': 'Terms and Conditions',
};

// Its password is Palay.
const LOCKED_PDF = join(import.meta.dirname, '../../support/nouns/locked.pdf');

const open = { name: 'View PDF' };

/** Opens the pages unless they have opened by themselves. A locator's click would wait for a button that is gone. */
const openPages = (page: Page) =>
  page.getByRole('button', open).evaluateAll((buttons) => {
    for (const button of buttons as HTMLElement[]) button.click();
  });

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    for (const [path, title] of Object.entries(PAGES))
      test(`${title} can be read as text and downloaded as a PDF`, async ({ page }) => {
        await page.goto(`/legal-agreements/${path}`);
        await expect(page).toHaveTitle(`${title} | Glean`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        const link = page.getByRole('link', { name: /^Download the PDF \(\d+ KB\)$/ });
        await expect(link).toHaveAttribute('download', `${path}.pdf`);
        const href = (await link.getAttribute('href')) ?? '';
        const pdf = await page.request.get(href);
        expect(pdf.headers()['content-type']).toBe('application/pdf');
        expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
      });
  });

test('the footer links to the documents, and their folder to the licensing terms', async ({
  page,
}) => {
  await page.goto('/legal-agreements');
  await expect(page).toHaveURL('/legal-agreements/licensing-terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/legal-agreements/data-privacy');
});

test('the header has a hidden Return to Home', { tag: '@full' }, async ({ page }) => {
  await page.goto('/legal-agreements/data-privacy');
  const home = page.getByRole('link', { name: 'Return to Home', includeHidden: true });
  await expect(home).toHaveAttribute('href', '/');
  await expect(home).toBeHidden();
});

test('the PDF pages are shown with their numbers, and their URLs are stored', async ({
  page,
  axe,
}) => {
  await page.goto('/legal-agreements/data-privacy');
  await openPages(page);
  const pages = page.getByRole('region', { name: 'PDF pages' });
  await expect(pages.getByText('Page 1', { exact: true })).toBeVisible();
  await expect(pages.getByText('Page 2', { exact: true })).toBeVisible();
  const canvas = pages.locator('canvas').first();
  await expect(canvas).toBeVisible();
  const box = await canvas.boundingBox();
  const column = await pages.boundingBox();
  expect(Math.abs((box?.width ?? 0) - (column?.width ?? 0))).toBeLessThan(2);
  await expect(pages.getByText('The Glean cooperative', { exact: false }).first()).toBeAttached();
  const readStored = () => page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? 'null'));
  await expect.poll(readStored).toEqual({
    version: 1,
    licensingId: expect.stringMatching(/^\/media\/[\w-]{22}\.pdf$/),
    dataId: expect.stringMatching(/^\/media\/[\w-]{22}\.pdf$/),
    termsId: expect.stringMatching(/^\/media\/[\w-]{22}\.pdf$/),
  });
  await axe();
});

test('scrolling loads the PDF pages', async ({ page }) => {
  await page.goto('/legal-agreements/licensing-terms');
  await page.mouse.wheel(0, 60);
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
});

test(
  'a PDF that fails to load shows an empty sheet with an error',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 404|404|Missing PDF|Unexpected server response/);
    await page.route('**/media/*.pdf', (route) => route.fulfill({ status: 404 }));
    await page.goto('/legal-agreements/licensing-terms');
    await openPages(page);
    await expect(page.getByRole('alert')).toHaveText('Failed to load PDF file.');
  },
);

test(
  'nothing is shown when the server has no file, nor when the request fails',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 500/);
    await page.route('**/api/admin/policies/common/all', (route) => route.fulfill({ status: 500 }));
    await page.goto('/legal-agreements/licensing-terms');
    await openPages(page);
    const pages = page.getByRole('region', { name: 'PDF pages', includeHidden: true });
    await expect(pages).toBeEmpty();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'the stored URL is used while the server does not respond',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/legal-agreements/licensing-terms');
    await openPages(page);
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
    await page.route('**/api/admin/policies/common/all', () => new Promise(() => {}));
    await page.reload();
    await openPages(page);
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  },
);

test(
  'a server that does not respond within 5 seconds is given up',
  { tag: '@full' },
  async ({ page }) => {
    await page.route('**/api/admin/policies/common/all', () => new Promise(() => {}));
    await page.goto('/legal-agreements/licensing-terms');
    await openPages(page);
    await expect(page.getByRole('status')).toHaveText('Loading PDF…');
    // The browser's own clock ends the request: Playwright's cannot.
    await expect(page.getByRole('alert')).toContainText('taking too long');
  },
);

test(
  'a locked PDF asks for its password, and again after a wrong one',
  { tag: '@full' },
  async ({ page, axe }) => {
    await page.route('**/media/*.pdf', (route) => route.fulfill({ path: LOCKED_PDF }));
    await page.goto('/legal-agreements/licensing-terms');
    await openPages(page);
    await expect(page.getByText('Enter the password to open this PDF file.')).toBeVisible();
    await axe();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('Mais');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
    await password.fill('Palay');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  },
);
