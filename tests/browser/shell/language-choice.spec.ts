// The switch of languages, the page of their completeness, and stored pages in another language.
import type { Page } from '@playwright/test';

import { catalogues } from '#lib/messages/catalogues.ts';
import { cachedPaths, serviceWorkerReady } from '#tests/support/browser/offline-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const choiceOf = (page: Page, name: string, within = 'body') =>
  page.locator(within).getByRole('button', { name, exact: true }).filter({ visible: true });
const pick = (page: Page, name: string, within?: string) => choiceOf(page, name, within).click();
const html = (page: Page) => page.locator('html');

/** @returns the folders of each script of a page, as each language has its own copy */
function scriptsOf(page: Page): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  page.on('request', (sent) => {
    const [, folder = '', name = ''] = /\/_astro\/(fil\/)?([^/]+\.js)$/.exec(sent.url()) ?? [];
    if (name) folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  });
  return folders;
}

for (const path of ['/', '/login', '/join', '/display', '/languages'])
  test(`a guest chooses a language at ${path}, and stays there${path === '/' ? '' : ' @full'}`, async ({
    page,
    origin,
    axe,
  }) => {
    await page.goto(`${origin}${path}?lang=en`);
    await pick(page, 'Filipino');
    await expect(html(page)).toHaveAttribute('lang', 'fil');
    await expect(page).toHaveURL(origin + path);
    await expect(choiceOf(page, 'Filipino')).toHaveAttribute('aria-current', 'true');
    await axe();
    await page.goto(`${origin}/about`);
    await expect(html(page)).toHaveAttribute('lang', 'fil');
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest chooses a language, and reports a wrong text', async ({ page, origin }) => {
    await page.goto(`${origin}/`);
    await pick(page, 'Filipino');
    await expect(html(page)).toHaveAttribute('lang', 'fil');
    await page.locator('main [href="/languages"]').click();
    await expect(page.getByText(catalogues['fil']?.['languages.unread'] ?? '')).toBeVisible();
    await expect(page.locator('li', { hasText: 'Ilokano' })).toContainText('%');
    await page.locator('select[name=language]').selectOption('ilo');
    await page.locator('[name=note]').fill('“Irikep” ngay.');
    await page.locator('#tell button').click();
    await expect(page.getByRole('status')).toHaveText(catalogues['fil']?.['languages.sent'] ?? '');
  });
});

test('a member chooses in the menu, and each page has scripts of one language @full', async ({
  page,
  origin,
}) => {
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/exchange`);
  await page.locator('[popovertarget=account-menu]').click();
  await pick(page, 'Filipino', '#account-menu');
  await expect(html(page)).toHaveAttribute('lang', 'fil');
  await expect(page).toHaveURL(`${origin}/exchange`);

  // One page is in English by its link: the router must not apply that to the next one.
  await page.goto(`${origin}/exchange?lang=en`);
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await page.waitForLoadState('networkidle');
  const loaded = page.waitForEvent('load');
  await page.locator('header .brand').click();
  await loaded;
  await expect(html(page)).toHaveAttribute('lang', 'fil');
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', locale: 'fil-PH' });

  test('a page that was read has the scripts of its language @full', async ({ page, origin }) => {
    await page.goto(`${origin}/exchange/impact`);
    await serviceWorkerReady(page);
    await expect.poll(() => cachedPaths(page, 'visited')).toContain('/exchange/impact');
    const stored = await cachedPaths(page, 'files');
    const shown = await page
      .locator('script[src]')
      .evaluateAll((all) => all.map((each) => new URL((each as HTMLScriptElement).src).pathname));
    expect(shown.filter((path) => path.includes('/fil/')).length).toBeGreaterThan(0);
    expect(stored).toEqual(expect.arrayContaining(shown));
    const scripts = scriptsOf(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(html(page)).toHaveAttribute('lang', 'fil');
    // There is one copy of each script.
    expect([...scripts.values()].filter(({ size }) => size > 1)).toEqual([]);
  });
});
