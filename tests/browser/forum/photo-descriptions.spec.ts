// Descriptions that members write for their photos.
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPostWithImage } from '#tests/support/browser/forum-requests.ts';
import { waitForIslandOf } from '#tests/support/browser/navigation.ts';
import {
  closeShareDialog,
  fileInput,
  openPostDialog,
  png,
  submitButton,
} from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const summaryOf = (dialog: Locator) =>
  dialog.getByText(/^(Describe your photos|Photo descriptions)/);

/** Opens the update dialog from the menu of the post that the page shows. */
async function openUpdate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  return page.getByRole('dialog', { name: 'Update post' });
}

test('photos are described in a new post, survive a reload with it, and are read out @full', async ({
  page,
  axe,
}) => {
  const title = `Described ${Date.now()}`;
  const dialog = await openPostDialog(page, 'pilar');
  await expect(summaryOf(dialog)).toBeHidden();
  await fileInput(dialog).setInputFiles([png('a.png'), png('b.png')]);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description', { exact: true }).fill('With two photos.');
  await summaryOf(dialog).click();
  const long = 'Sacks of rice hull. '.repeat(20);
  await dialog.getByLabel('Photo 2').focus();
  // Inserted at once like a paste; a text that is too long stays.
  await page.keyboard.insertText(long);
  await submitButton(dialog).click();
  await expect(dialog.getByText('Please use at most 200 characters.')).toBeVisible();
  await expect(dialog.getByLabel('Photo 2')).toHaveValue(long);
  await dialog.getByLabel('Photo 2').fill('Sacks of rice hull beside a mill');
  await expect(summaryOf(dialog)).toHaveText('Photo descriptions: 1 of 2');
  await axe();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(summaryOf(dialog)).toHaveText('Photo descriptions: 1 of 2');
  await submitButton(dialog).click();
  await closeShareDialog(page);
  const card = page.getByRole('article').filter({ hasText: title });
  const described = { name: 'Sacks of rice hull beside a mill' };
  await expect(card.getByRole('img', { name: `${title}, photo 1 of 2` })).toBeAttached();
  await expect(card.getByRole('img', described)).toBeAttached();
  await card.getByRole('link', { name: title, exact: true }).click();
  const photo = page.getByRole('link', {
    name: `View photo 2 full screen: ${described.name}`,
    exact: true,
  });
  // Until the island is hydrated, the link leads to the file.
  await expect(photo).toBeVisible();
  await waitForIslandOf(photo);
  await photo.click();
  const viewer = page.getByRole('dialog', { name: /^Photos:/ });
  await expect(viewer.getByRole('img', described)).toBeVisible();
});

test('descriptions are changed without changing photos @full', async ({ page }) => {
  await signIn(page, 'pilar');
  const { path } = await addPostWithImage(page);
  await page.goto(path);
  const dialog = await openUpdate(page);
  const update = dialog.getByRole('button', { name: 'Update' });
  await summaryOf(dialog).click();
  await expect(update).toBeDisabled();
  await dialog.getByLabel('What it shows').fill('A white square');
  await update.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(
    page.getByRole('article').getByRole('img', { name: 'A white square' }),
  ).toBeVisible();
  await page.reload();
  const again = await openUpdate(page);
  await expect(summaryOf(again)).toHaveText('Photo descriptions: 1 of 1');
});

test('staff read the description beside the photo @full', async ({ page, browser }) => {
  await signIn(page, 'pilar');
  const { path } = await addPostWithImage(page);
  await page.goto(path);
  const dialog = await openUpdate(page);
  await summaryOf(dialog).click();
  await dialog.getByLabel('What it shows').fill('Call me at once');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, 'staff');
  await staff.goto(`/staff/reports/post/${path.split('/').at(-1)}`);
  await expect(staff.getByText('Described as: Call me at once')).toBeVisible();
  await staff.context().close();
});
