// Updates of a post's listing (docs/product.md, "Posts").
import type { Page } from '@playwright/test';

import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { openFold } from '#tests/support/browser/exchange-screens.ts';
import { addListing, addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

async function openUpdate(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  return page.getByRole('dialog', { name: 'Update post' });
}

test('an update changes the listing of a post on the exchange', async ({ page, axe }) => {
  await signIn(page, 'luz');
  const { id, path } = await addPost(page);
  await addListing(page, id);
  const dialog = await openUpdate(page, path);
  const update = dialog.getByRole('button', { name: 'Update' });
  await dialog.getByText('What it says on the exchange').click();
  await expect(dialog.getByLabel('Material')).toHaveValue('Bamboo offcuts');
  await expect(update).toHaveAccessibleDescription('Nothing has changed yet.');
  await dialog.getByLabel('How much').fill('0');
  await expect(update).toHaveAccessibleDescription('Check the amount to update.');
  await dialog.getByLabel('How much').fill('30');
  await expect(update).toHaveAccessibleDescription('Ready to update.');
  await axe();
  await update.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('30 pieces');
});

test('an update adds a listing to a plain post', { tag: '@full' }, async ({ page, axe }) => {
  await signIn(page, 'luz');
  const { path } = await addPost(page);
  const dialog = await openUpdate(page, path);
  const update = dialog.getByRole('button', { name: 'Update' });
  await dialog.getByText('I need something or a service').click();
  await dialog.getByLabel('Material').fill('kawayan');
  await expect(update).toHaveAccessibleDescription(/^Enter how much/);
  await dialog.getByRole('button', { name: 'I don’t know: any amount' }).click();
  await openFold(dialog);
  await dialog.getByLabel('Town').selectOption({ label: 'Guimba' });
  await axe();
  await update.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Needed');
});

const TOO_MANY = 'Enter a whole number from 1 to 1,000,000.';
const REJECTED = { error: TOO_MANY, code: 'invalid', fields: { amount: TOO_MANY } };

test('a rejected change of the listing is shown, also when its fields are folded', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/400/);
  await signIn(page, 'luz');
  const { id, path } = await addPost(page);
  await addListing(page, id);
  const dialog = await openUpdate(page, path);
  const fold = dialog.getByText('What it says on the exchange');
  await fold.click();
  const amount = dialog.getByLabel('How much');
  await amount.fill('30');
  await fold.click();
  await expect(amount).toBeHidden();
  await page.route(`**/api/web/forum/posts/${id}/listing`, (route) =>
    route.fulfill({ status: 400, json: REJECTED }),
  );
  for (const _ of ['once', 'again']) {
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(amount).toBeFocused();
    await expect(dialog.getByText(TOO_MANY)).toBeInViewport();
    await fold.click();
    await expect(amount).toBeHidden();
  }
});

test('a changed listing in a draft is not sent once all is gone @full', async ({ page }) => {
  await signIn(page, 'luz');
  const { id, path } = await addPost(page);
  await addListing(page, id);
  const dialog = await openUpdate(page, path);
  await dialog.getByText('What it says on the exchange').click();
  await dialog.getByLabel('How much').fill('30');
  const update = dialog.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAccessibleDescription('Ready to update.');
  await page.goto('/about');
  await sendRequest(page, `/forum/posts/${id}/listing/status`, {
    data: { status: 'gone', amount_left: null },
  });
  await openUpdate(page, path);
  await expect(update).toHaveAccessibleDescription('Nothing has changed yet.');
  await expect(dialog.getByText('What it says on the exchange')).toHaveCount(0);
});
