import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPostWithImage } from '#tests/support/browser/forum-requests.ts';
import { png } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

test('photos of a post can be removed and added @full', async ({ page, axe }) => {
  await signIn(page, 'luz');
  const { path, title } = await addPostWithImage(page);
  await page.goto(path);
  const photos = page.getByRole('article').locator('ul img[src^="/media/"]');
  await expect(photos).toHaveCount(1);
  const before = await photos.first().getAttribute('src');
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update post' });
  const update = dialog.getByRole('button', { name: 'Update' });
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles([png('a.png'), png('b.png')]);
  await expect(dialog.getByText('3 / 5 Attachments')).toBeVisible();
  await expect(update).toHaveAccessibleDescription('Ready to update.');
  await axe();
  await dialog.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect(dialog.getByText('2 / 5 Attachments')).toBeVisible();
  await update.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(photos).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(photos).toHaveCount(2);
  await expect(photos.first()).not.toHaveAttribute('src', before ?? '');
});

test('a photo that was added elsewhere is shown, and neither is lost @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 409/);
  await signIn(page, 'luz');
  const { id, path } = await addPostWithImage(page);
  await page.goto(path);
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update post' });
  await dialog.locator('input[type=file]').setInputFiles([png('a.png')]);
  const stored = await page.getByRole('article').locator('ul img').first().getAttribute('src');
  const other = { ...png('other.png'), buffer: blankPng(80, 60) };
  const multipart = {
    stored: stored ?? '',
    attachments: other,
    attachment_alts: JSON.stringify(['', 'Sacks']),
  };
  await sendRequest(page, `/forum/posts/${id}/attachments`, { method: 'PUT', multipart });
  const update = dialog.getByRole('button', { name: 'Update' });
  await update.click();
  await expect(page.getByText('This post was changed somewhere else.')).toBeVisible();
  await expect(dialog.getByText('3 / 5 Attachments')).toBeVisible();
  await update.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  const photos = page.getByRole('article').locator('ul img[src^="/media/"]');
  await expect(photos).toHaveCount(3);
  await expect(page.getByRole('article').getByRole('img', { name: 'Sacks' })).toBeAttached();
});
