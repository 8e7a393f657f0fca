import type { Locator } from '@playwright/test';

import { AVATAR } from '#lib/contract/images.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openProfile } from '#tests/support/browser/profile-screens.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

test.beforeEach(openProfile);

/** @returns CSS pixels */
const widthOf = async (each: Locator) => Math.round((await each.boundingBox())?.width ?? 0);

test('the whole photo is visible, and a larger photo gets the same square @full', async ({
  page,
}) => {
  const photo = { name: 'a.png', mimeType: 'image/png', buffer: blankPng(900, 1200) };
  await page.locator(`input[name=${AVATAR.field}]`).setInputFiles(photo);
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
  const square = dialog.locator('.ReactCrop__crop-selection');
  const image = dialog.getByAltText('What you chose');
  await expect(square).toBeVisible();
  expect([await widthOf(square), await widthOf(image)]).toEqual([150, 200]);
  await expect(image).toBeInViewport({ ratio: 1 });

  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await zoom.fill('2.5');
  await expect.poll(() => widthOf(image)).toBe(500);
  expect(await widthOf(square)).toBe(150);
  await expect(square).toBeInViewport({ ratio: 1 });
  await zoom.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => widthOf(image)).toBe(200);

  const devtools = await page.context().newCDPSession(page);
  const box = await image.boundingBox();
  if (!box) throw new Error('The photo is shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...distances: number[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: distances.map((dx, id) => ({ x: x + dx, y, id })),
    });
  await touch('touchStart', -20, 20);
  await touch('touchMove', -30, 30);
  await touch('touchMove', -40, 40);
  await touch('touchEnd');
  await expect.poll(() => widthOf(image)).toBe(400);
  expect(await widthOf(square)).toBe(150);
});
