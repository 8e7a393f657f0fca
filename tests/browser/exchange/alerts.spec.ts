import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { filterBy } from '#tests/support/browser/exchange-screens.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const alerts = (page: Page) => page.getByRole('region', { name: 'Your alerts' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Notify me of new ones' });
const FACTS = 'Offers, Corn cobs, within 20 km of Guimba';

for (const javaScriptEnabled of [false, true])
  test.describe(
    `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });
      // One member each: both change the same list.
      const who = javaScriptEnabled ? 'ana' : 'jun';

      test('a member saves what the exchange shows, pauses it, resumes it and deletes it @full', async ({
        page,
        axe,
      }) => {
        await page.goto('/exchange');
        await signIn(page, who);
        await page.goto('/exchange');
        const choices = { material: 'Corn cobs', town: 'Guimba', within: '20 km' };
        await filterBy(page, choices, { hasScripts: javaScriptEnabled });
        // The button of the page before saves what that page shows.
        await expect(page).toHaveURL(/within=20/);
        await saveButton(page).click();
        await expect(page).toHaveURL(
          /\/exchange\?kind=offer&material=corn-cobs&town=0304911000&within=20#alerts/,
        );
        await expect(page.getByText('We’ll notify you of new ones')).toBeVisible();
        // Other tests save alerts, too.
        const alert = alerts(page)
          .getByRole('listitem')
          .filter({ hasText: /Corn cobs.*within 20 km of Guimba/ });
        await expect(alert).toBeVisible();
        await alert.getByRole('button', { name: `Pause: ${FACTS}` }).click();
        await expect(alert).toContainText('Paused');
        if (javaScriptEnabled) await axe();
        await alert.getByRole('button', { name: `Resume: ${FACTS}` }).click();
        await expect(alert).not.toContainText('Paused');
        await alert.getByLabel(`Delete: ${FACTS}`).click();
        await alert.getByRole('button', { name: /^Delete the alert/ }).click();
        await expect(alert).toHaveCount(0);
        await expect(saveButton(page)).toBeVisible();
      });
    },
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest is led to sign-in, with the way back to the search', async ({ page }) => {
    await page.goto('/exchange?material=rice-straw');
    await page.getByRole('link', { name: 'Notify me of new ones' }).click();
    await expect(page).toHaveURL('/login?redirect=%2Fexchange%3Fmaterial%3Drice-straw');
  });

  test('a page whose token is not valid says what to do, and its button works again @full', async ({
    page,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 403/);
    await page.goto('/exchange');
    await signIn(page, 'maria');
    await page.goto('/exchange?material=corn-cobs');
    // Another session of the same browser: the token is the first one's.
    await signIn(page, 'maria');
    const response = page.waitForResponse((each) => each.request().method() === 'POST');
    await saveButton(page).click();
    expect((await response).status()).toBe(403);
    const alert = page.getByRole('alert').filter({ hasText: 'This page was open too long' });
    await expect(alert).toContainText('Please press again.');
    await saveButton(page).click();
    await page.getByLabel(/^Delete: Offers, Corn cobs/).click();
    await page.getByRole('button', { name: /^Delete the alert/ }).click();
    await expect(saveButton(page)).toBeVisible();
  });
});

test('Account Settings lead to the alerts @full', async ({ page, axe }) => {
  await page.goto('/exchange');
  await signIn(page, 'maria');
  await page.goto('/profile');
  await axe();
  await openFold(page, 'Settings');
  await page.getByRole('link', { name: 'Town and alerts' }).click();
  await expect(page).toHaveURL('/profile/exchange');
  await expect(alerts(page)).toBeVisible();
  await axe();
});
