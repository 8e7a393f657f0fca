import { readdir } from 'node:fs/promises';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { listImages, readImage } from '#demo/images.ts';
import { SOCIAL_IMAGE } from '#lib/contract/images.ts';

const names = [...new Set(listImages())];
const filesIn = (folder: string) =>
  readdir(new URL(`../../scripts/demo/images/${folder}`, import.meta.url));

async function measure(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

// The files are stored unchanged, so they must be equal to what the site itself would store.
test.each(names)('%s has a file in every width that the site stores', async (name) => {
  const image = await readImage(name);
  for (const { width, bytes } of image.files) {
    const height = Math.round((width / image.width) * image.height);
    expect(await measure(bytes)).toEqual({ format: 'webp', width, height });
  }
  if (image.shared) {
    const { width, height } = SOCIAL_IMAGE;
    expect(await measure(image.shared)).toEqual({ format: 'jpeg', width, height });
  }
  const stored = image.files.length + (image.shared ? 1 : 0);
  expect(await filesIn(name)).toHaveLength(stored);
});

test('every image file is used', async () => {
  const folders = await filesIn('.');
  const found = folders.map(async (folder) =>
    (await filesIn(folder)).map((name) => `${folder}/${name}`),
  );
  expect((await Promise.all(found)).flat().toSorted()).toEqual(names.toSorted());
});
