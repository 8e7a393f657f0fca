import sharp from 'sharp';

import { expect, test } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/sign-in.ts';

/** A photo as a phone makes it: turned by its orientation, and too detailed to be small. */
async function bigPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 60 })
    .toBuffer();
}

test('a photo is made smaller before it is sent, and stands upright', async ({ page }) => {
  await signIn(page, 'ana');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  const title = `Photo ${crypto.randomUUID()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Upright.');
  const photo = await bigPhoto();
  expect(photo.length).toBeLessThan(5 * 1024 * 1024);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'field.jpg', mimeType: 'image/jpeg', buffer: photo });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  const response = await answered;
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  const { data } = (await response.json()) as { data: { attachments: string[] } };
  // The address tells the size: 4000 x 3000, turned, and 1600 at its longest.
  expect(data.attachments[0]).toContain('-1200x1600/');
  const { requestBodySize } = await response.request().sizes();
  expect(requestBodySize).toBeLessThan(photo.length / 2);
});
