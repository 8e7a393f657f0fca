import { randomBytes } from 'node:crypto';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { expect, test } from '#tests/support/browser-fixtures.ts';
import { redBlueImage, readWebp, webpChunks } from '#tests/support/images.ts';
import { signIn } from '#tests/support/sign-in.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const GRAIN = { type: 'gaussian', mean: 128, sigma: 30 } as const;

/** A phone's photo: rotated by EXIF, its upper half red, with noise so that it is large. */
async function bigPhoto(): Promise<Buffer> {
  const size = { width: 2400, height: 1800, channels: 3, background: '#888' } as const;
  const grain = await sharp({ create: { ...size, noise: GRAIN } })
    .png()
    .toBuffer();
  return redBlueImage(2400, 1800)
    .composite([{ input: grain, blend: 'hard-light' }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A PNG with a noisy left half and a transparent right half. */
function transparentPng(): Promise<Buffer> {
  const [width, height] = [2400, 1200];
  const raw = Buffer.alloc(width * height * 4);
  const grain = randomBytes(width * height);
  for (let at = 0; at < width * height; at += 1)
    if (at % width < width / 2)
      raw.fill(100 + (grain[at]! & 63), at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
  return sharp(raw, { raw: { width, height, channels: 4 } })
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
    // The URL contains the size: 1800 x 2400 after rotation, reduced to the pixels of 1600 x 1600.
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
  expect(url).toContain('-1600x2133/');
});
