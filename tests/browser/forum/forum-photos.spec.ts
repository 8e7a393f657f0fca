import { randomBytes } from 'node:crypto';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { redBlueImage, readWebp, webpChunks } from '#tests/support/nouns/images.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Adds noise to colors, so that a compressed image is large. */
function addGrain(raw: Buffer): Buffer {
  const grain = randomBytes(raw.length);
  for (let at = 0; at < raw.length; at += 1) raw[at]! += grain[at]! & 31;
  return raw;
}

/** A phone's photo: rotated by EXIF, its upper half red. */
async function bigPhoto(): Promise<Buffer> {
  const [width, height] = [2000, 1500];
  const raw = addGrain(await redBlueImage(width, height).raw().toBuffer());
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A PNG whose right half is transparent. */
async function transparentPng(): Promise<Buffer> {
  const [width, height] = [1000, 1000];
  const raw = addGrain(Buffer.alloc(width * height * 3, 100));
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .extend({ right: width, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}

/**
 * Posts an image.
 * @returns the size of the request, and the stored image
 */
async function post(page: Page, image: { name: string; mimeType: string; buffer: Buffer }) {
  expect(image.buffer.length).toBeLessThan(MAX_BYTES);
  await signIn(page, 'ana');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await dialog.locator('input[type=file]').setInputFiles(image);
  await dialog.getByLabel('Title').fill(`Photo ${crypto.randomUUID()}`);
  await dialog.getByLabel('Description').fill('As it is.');
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  const response = await posted;
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  const { data } = (await response.json()) as { data: { attachments: [string] } };
  const stored = await page.request.get(data.attachments[0]);
  const headers = await response.request().allHeaders();
  return {
    sent: Number(headers['content-length']),
    url: data.attachments[0],
    stored: await stored.body(),
  };
}

test(
  'a photo is resized before it is sent, and turned upright',
  { tag: '@full' },
  async ({ page }) => {
    const photo = await bigPhoto();
    const { sent, url, stored } = await post(page, {
      name: 'field.jpg',
      mimeType: 'image/jpeg',
      buffer: photo,
    });
    expect(sent).toBeLessThan(photo.length / 2);
    // The URL contains the size: 1500 x 2000 after rotation, reduced to as many pixels as 1600 x 1600.
    expect(url).toContain('-1386x1848/');
    const { at } = await readWebp(stored);
    expect([at(0.5, 0.1), at(0.5, 0.9)]).toEqual(['red', 'blue']);
  },
);

test('a transparent PNG stays transparent', { tag: '@full' }, async ({ page }) => {
  const png = await transparentPng();
  const { sent, url, stored } = await post(page, {
    name: 'drawing.png',
    mimeType: 'image/png',
    buffer: png,
  });
  expect(sent).toBeLessThan(png.length * 0.8);
  expect(url).toContain('-1600x800/');
  expect(webpChunks(stored)).toContain('ALPH');
});

test('without Worker support the photo is sent unchanged', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
  const photo = await bigPhoto();
  const { sent, url } = await post(page, {
    name: 'field.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  expect(sent).toBeGreaterThan(photo.length);
  expect(url).toContain('-1500x2000/');
});
