import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored } from '#tests/support/browser/device-storage.ts';
import {
  fileInput,
  openPostDialog,
  png,
  submitButton,
} from '#tests/support/browser/post-dialog.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';

test(
  'a photo with an unusual type or name is accepted by its content',
  { tag: '@full' },
  async ({ page }) => {
    const dialog = await openPostDialog(page, 'lito');
    const buffer = await redBlueImage(64, 48).jpeg().toBuffer();
    await fileInput(dialog).setInputFiles([
      { name: 'IMG_1.jpg', mimeType: 'image/jpg', buffer },
      { name: 'IMG_2', mimeType: 'application/octet-stream', buffer },
      { name: 'IMG_3.png', mimeType: 'image/png', buffer },
    ]);
    await expect(dialog.getByText('3 / 5 Attachments')).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    const title = `Photos ${crypto.randomUUID()}`;
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('Three photos.');
    await submitButton(dialog).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  },
);

test(
  'of several images, the damaged one is named',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    const dialog = await openPostDialog(page, 'lito');
    const jpeg = await redBlueImage(640, 480).jpeg().toBuffer();
    const buffer = jpeg.subarray(0, jpeg.length / 3);
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer };
    await fileInput(dialog).setInputFiles([png('good.png'), broken]);
    await dialog.getByLabel('Title').fill(`Damaged ${crypto.randomUUID()}`);
    await dialog.getByLabel('Description').fill('One of two.');
    await submitButton(dialog).click();
    const rejection = dialog.getByRole('alert').filter({ hasText: 'broken.jpg' });
    await expect(rejection).toContainText('We couldn’t open this photo.');
    await dialog.getByRole('button', { name: 'Remove broken.jpg' }).click();
    await expect(rejection).toHaveCount(0);
    await submitButton(dialog).click();
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  },
);

test('a reload keeps selected images, and asks no question', async ({ page }) => {
  const dialog = await openPostDialog(page, 'lito');
  await fileInput(dialog).setInputFiles([png('straw.png')]);
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  await expectStored(page, 'straw.png');
  await page.reload();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
});
