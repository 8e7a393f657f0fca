// The site offers itself as an app where it helps, with a button.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { offerByBrowser } from '#tests/support/browser/install-prompt.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const INSTALL = { name: 'Install Glean' };

const prompted = (page: Page) => page.locator('body[data-prompted]');

const markTappedForm = (page: Page) =>
  page.evaluate(() =>
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Element) target.closest('form')?.setAttribute('data-tapped', '');
    }),
  );

for (const who of [null, 'maria'])
  test(`the display page installs the site for ${who ?? 'a guest'}`, async ({ page }) => {
    await page.goto('/about');
    if (who) await signIn(page, who);
    await page.goto('/display');
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
    expect(await offerByBrowser(page)).toBe(true);
    await expect(prompted(page)).toHaveCount(0);
    await markTappedForm(page);
    // Two taps, like a shaking thumb: the second must not hit whatever replaced the button.
    await page.getByRole('button', INSTALL).dblclick();
    await expect(prompted(page)).toHaveCount(1);
    await expect(page.locator('form[data-tapped]')).toHaveCount(0);
    // A browser's install dialog opens only once.
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await offerByBrowser(page);
    await expect(page.getByRole('button', INSTALL)).toBeVisible();
    // Installed from the browser's own menu.
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
  });

test('without notifications, the site is offered as an app after a member’s act, until a first press @full', async ({
  page,
  axe,
  isMobile,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await page.goto('/about');
  await signIn(page, 'ana');
  // Phone and desktop share a member, so each saves its own search.
  await page.goto(`/exchange?material=${isMobile ? 'corn-cobs' : 'rice-straw'}`);
  await page.getByRole('button', { name: 'Notify me of new ones' }).click();
  await expect(page.getByText('We’ll notify you of new ones')).toBeVisible();
  await expect(page.locator('[data-push-offer]')).toBeHidden();
  await page.waitForLoadState('networkidle');
  await offerByBrowser(page);
  await expect(page.getByRole('button', INSTALL)).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', INSTALL)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload({ waitUntil: 'networkidle' });
  await offerByBrowser(page);
  await expect(page.getByRole('button', INSTALL)).toBeHidden();
});
