import { expect, test } from '#tests/support/browser-fixtures.ts';
import {
  expectNoDialogEntry,
  fileInput,
  openPostDialog,
  png,
  submitButton,
} from '#tests/support/post-dialog.ts';

test('a post whose response was lost is retried and published once', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_FAILED|ERR_CONNECTION/);
  const dialog = await openPostDialog(page, 'pilar');
  const title = `Windfall mangoes ${crypto.randomUUID()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Ten crates.');
  // The request arrives, but its response is lost.
  await page.route('**/api/web/forum/posts', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submitButton(dialog).click();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/web/forum/posts');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  await expectNoDialogEntry(page);
  await page.goto('/forums/my-discussions');
  await expect(page.getByRole('heading', { name: title })).toHaveCount(1);
});

test(
  'a post changed after a lost response is published as another post',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED|ERR_CONNECTION/);
    const dialog = await openPostDialog(page, 'pilar');
    const title = `Bruised papayas ${crypto.randomUUID()}`;
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('Ten crates.');
    await page.route('**/api/web/forum/posts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const again = dialog.getByRole('button', { name: 'Try again' });
    await submitButton(dialog).click();
    await expect(again).toBeVisible();
    await dialog.getByLabel('Description').fill('Twelve crates.');
    await again.click();
    await expect(again).toBeVisible();
    await page.unroute('**/api/web/forum/posts');
    await fileInput(dialog).setInputFiles([png('crates.png')]);
    await again.click();
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
    await expectNoDialogEntry(page);
    await page.goto('/forums/my-discussions');
    const posts = page.getByRole('article').filter({ hasText: title });
    await expect(posts).toHaveCount(3);
    await expect(posts.filter({ hasText: 'Twelve crates.' })).toHaveCount(2);
    await expect(posts.first().getByRole('img', { name: title })).toHaveCount(1);
  },
);
