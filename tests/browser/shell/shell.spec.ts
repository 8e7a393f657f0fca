import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PUBLIC = [
  '/',
  '/about',
  '/accessibility',
  '/forums/explore',
  '/login',
  '/legal-agreements/data-privacy',
  '/offline',
  '/thank-you',
  '/unauthorized',
  '/nothing',
];

for (const path of PUBLIC) {
  test(`${path} is accessible to a guest @full`, async ({ page, axe, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 40[14]/);
    await page.goto(path);
    await axe();
  });
}

for (const path of ['/forums/explore', '/forums/my-discussions'])
  test(`${path} is accessible to a member @full`, async ({ page, axe }) => {
    await signIn(page, 'jun');
    await page.goto(path);
    await expect(page.getByRole('article').first()).toBeVisible();
    await axe();
  });

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test(
      'a guest navigates the site on a phone and on a desktop',
      { tag: '@desktop' },
      async ({ page, isMobile }) => {
        await page.goto('/');
        const go = async (name: string) => {
          const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
          if (isMobile) {
            await expect(link.first()).toBeHidden();
            await page.getByRole('button', { name: 'Menu' }).click();
          }
          await link.filter({ visible: true }).first().click();
        };
        await go('Forums');
        await expect(page).toHaveURL('/forums/explore');
        await expect(page.getByRole('link', { name: /^Login/ }).first()).toBeVisible();
        await go('EduHub');
        await expect(page).toHaveURL('/eduhub');
        await go('About');
        await expect(page).toHaveURL('/about');
        await page.getByRole('contentinfo').getByRole('link', { name: 'License' }).click();
        await expect(page).toHaveURL('/legal-agreements/licensing-terms');
        await go('Home');
        await expect(page.getByRole('link', { name: 'Download Now' })).toBeVisible();
      },
    );

    test('a missing page gets 404 and links home @full', async ({ page, allowBrowserErrors }) => {
      allowBrowserErrors(/status of 404/);
      const response = await page.goto('/nothing');
      expect(response?.status()).toBe(404);
      await expect(page.getByText('PAGE NOT FOUND')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
      await expect(page).toHaveURL('/');
    });
  });

test(
  'the account menu opens and closes by keyboard, and the focus returns',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, 'jun');
    await page.goto('/forums/explore');
    const button = page.getByRole('button', { name: 'Account menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Account Information' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Account Information' })).toBeHidden();
    await expect(button).toBeFocused();
  },
);

test('the footer’s legal links are hidden on the login screen @full', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Glean');
  await expect(footer).toContainText('2024');
  const links = {
    Terms: 'terms-and-conditions',
    License: 'licensing-terms',
    Privacy: 'data-privacy',
  };
  for (const [name, path] of Object.entries(links))
    await expect(footer.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/legal-agreements/${path}`,
    );
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveCount(0);
});

test('every page has the security headers', { tag: '@full' }, async ({ request }) => {
  for (const path of PUBLIC) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeTruthy();
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/);
  }
});

/** @returns the words of names and dates that wrap or overflow, and the page's width if it is too wide */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    const found: string[] = [];
    const texts = [...document.querySelectorAll('main :is(h1, b, time)')].flatMap(
      ({ childNodes }) => [...childNodes].filter((node) => node instanceof Text),
    );
    for (const text of texts)
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // A first letter with its own style has its own box.
        const boxes = [...range.getClientRects()];
        const lines = new Set(boxes.map(({ bottom }) => Math.round(bottom)));
        if (lines.size !== 1 || boxes.some(({ right }) => right > innerWidth)) found.push(word);
      }
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...found, `${scrollWidth} px`] : found;
  });

test('with text twice as large, pages fit a small phone without broken names and dates @full', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about a small phone');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const fit = async (path: string) => {
    await page.goto(path);
    expect(await misfits(page), path).toEqual([]);
  };
  for (const path of ['/', '/about', '/eduhub', '/legal-agreements/data-privacy']) await fit(path);
  await signIn(page, 'jun');
  for (const path of ['/profile', '/forums/explore', '/forums/followers/following'])
    await fit(path);
  const profile = page.getByRole('main').locator('a[href^="/forums/profile/"]').first();
  await fit((await profile.getAttribute('href')) ?? '');
});
