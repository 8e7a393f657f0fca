// A toast in a dialog is small, and covers neither buttons nor a marked field (docs/product.md, "Toasts").
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { chooseAll, stateListing } from '#tests/support/browser/exchange-screens.ts';
import { addListing, addPost } from '#tests/support/browser/forum-requests.ts';
import { openPostDialog, submitButton } from '#tests/support/browser/post-dialog.ts';
import { leaveSite, signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(({ allowBrowserErrors }) => allowBrowserErrors(/status of (4|5)\d\d/));

const toastOf = (page: Page) => page.locator('.Toastify__toast[data-in=true]');

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Buttons that a member may press next. */
const NEXT = /^(?:Close|Post|Save|Update|Report|Try again|Yes|No)$/;

/** Expects a toast of at most a quarter of the screen that covers none of those buttons. */
async function expectSmallToast(page: Page, dialog: Locator): Promise<void> {
  await expect(toastOf(page)).toHaveCount(1);
  const toast = await boxOf(toastOf(page));
  expect(toast.height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) / 4);
  const buttons = await dialog.locator('form, h2 ~ *').getByRole('button', { name: NEXT }).all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) {
    const { y, height } = await boxOf(button);
    const isApart = y + height <= toast.y || toast.y + toast.height <= y;
    expect(isApart, `covers ${await button.textContent()}`).toBe(true);
  }
}

/** Lets every write of the forum fail. */
const failWrites = (page: Page) =>
  page.route('**/api/web/forum/posts**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 500,
          json: {
            error: 'Something went wrong on our end. Please try again in a minute.',
            code: 'internal',
          },
        }),
  );

async function writePost(page: Page): Promise<Locator> {
  const dialog = await openPostDialog(page, 'lito');
  await dialog.getByLabel('Title').fill('Straw');
  await dialog.getByLabel('Description').fill('Two carts.');
  return dialog;
}

test('a failed post shows a small toast, and its banner always has a text', async ({ page }) => {
  const dialog = await writePost(page);
  await failWrites(page);
  await submitButton(dialog).click();
  await expect(dialog.locator('[data-banner]')).toContainText('Not posted yet.');
  await expectSmallToast(page, dialog);
});

const TOO_LONG = 'Please use at most 100 characters.';
const PLACE_TOO_LONG = {
  error: TOO_LONG,
  code: 'invalid',
  fields: { 'listing.barangay': TOO_LONG },
};

test('a marked field is scrolled to, and no toast covers it', async ({ page }) => {
  const dialog = await writePost(page);
  await stateListing(dialog, 'bamboo', 'Guimba');
  await chooseAll(dialog);
  await dialog.getByLabel('Barangay or landmark').fill('By the gate');
  // As a member may do after writing it.
  await dialog.getByText('Town, last day and more').click();
  await expect(dialog.getByLabel('Barangay or landmark')).toBeHidden();
  await page.route('**/api/web/forum/posts', (route) =>
    route.fulfill({ status: 400, json: PLACE_TOO_LONG }),
  );
  await submitButton(dialog).click();
  const place = dialog.getByLabel('Barangay or landmark');
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await expect(place).toBeFocused();
  await expect(place).toBeInViewport({ ratio: 1 });
  await expect(dialog.locator('[data-banner]')).toContainText('Please fix what’s marked above.');
  await expect(toastOf(page)).toHaveCount(0);
});

/** Opens each dialog of the forum that sends something, and sends it. */
const DIALOGS: Record<string, (page: Page, title: string) => Promise<Locator>> = {
  update: async (page, title) => {
    const dialog = page.getByRole('dialog', { name: 'Update post' });
    await choose(page, title, 'Update');
    await dialog.getByLabel('Description').fill('Three carts.');
    await dialog.getByRole('button', { name: 'Update' }).click();
    return dialog;
  },
  'listing’s update': async (page, title) => {
    const dialog = page.getByRole('dialog', { name: 'Some left' });
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('button', { name: 'Some left' }).click();
    await dialog.getByLabel('How many are left').fill('8');
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  },
  delete: async (page, title) => {
    const dialog = page.getByRole('alertdialog');
    await choose(page, title, 'Delete');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    return dialog;
  },
  report: async (page, title) => {
    await leaveSite(page);
    await signIn(page, 'tess');
    await page.goto(`/forums/explore?search=${encodeURIComponent(title)}`);
    const dialog = page.getByRole('dialog', { name: 'Report post' });
    await choose(page, title, 'Report');
    await dialog.getByRole('textbox').fill('It is no farm.');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    return dialog;
  },
};

async function choose(page: Page, title: string, action: string): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: action, exact: true }).click();
}

for (const [name, send] of Object.entries(DIALOGS))
  test(`the toast of a failed ${name} is small`, { tag: '@full' }, async ({ page }) => {
    await signIn(page, 'lito');
    const { id, title } = await addPost(page);
    await addListing(page, id);
    await page.goto('/forums/my-discussions');
    await failWrites(page);
    await expectSmallToast(page, await send(page, title));
  });
