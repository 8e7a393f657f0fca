// The site is offered as an app where it helps, by a press.
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
  test(`the page of the display installs the site, of ${who ?? 'a guest'}`, async ({ page }) => {
    await page.goto('/about');
    if (who) await signIn(page, who);
    await page.goto('/display');
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
    expect(await offerByBrowser(page)).toBe(true);
    await expect(prompted(page)).toHaveCount(0);
    await markTappedForm(page);
    // Twice, as a shaking thumb does: the second tap hits nothing that took the button's place.
    await page.getByRole('button', INSTALL).dblclick();
    await expect(prompted(page)).toHaveCount(1);
    await expect(page.locator('form[data-tapped]')).toHaveCount(0);
    // A browser's dialog opens once.
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await offerByBrowser(page);
    await expect(page.getByRole('button', INSTALL)).toBeVisible();
    // By the browser's own menu.
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(page.getByRole('button', INSTALL)).toBeHidden();
  });

test('where notifications cannot be offered, the site is, after what a member did, until the first press @full', async ({
  page,
  axe,
  isMobile,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await page.goto('/about');
  await signIn(page, 'ana');
  // What is saved at one size is there at the other.
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
