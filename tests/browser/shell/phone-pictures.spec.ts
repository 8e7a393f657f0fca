// Photos of phones in every frame: none is a slit or wider than the screen, and upright photos are shown
// upright.
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { addListing, addPost } from '#demo/factories.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { saveImage } from '#lib/server/platform/storage/save-files.ts';
import {
  expect,
  type OwnServerFixtures,
  test,
} from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { renderPhonePictures } from '#tests/support/nouns/phone-pictures.ts';
import { processImage } from '#tests/support/site/process-images.ts';

const COUNT = 20;
// A photo lower than a third of its width is a slit. One more than a quarter higher than its width leaves no room for
// text; beside text it may be a third higher.
const [LOWEST, HIGHEST, HIGHEST_BESIDE] = [1 / 3, 1.26, 1.34];
// On desktops, where some photos are beside each other; on a phone, a third of its width.
const NARROWEST = 240;

interface Shown {
  name: string;
  id: string;
  isPortrait: boolean;
}

/** Adds a post and a listing with each photo. */
async function addPictures(
  { instance, onDatabase }: Pick<OwnServerFixtures, 'instance' | 'onDatabase'>,
  author_id: string,
): Promise<Shown[]> {
  const store = await createDiskStore(join(instance.dataDir, 'media'));
  const shown: Shown[] = [];
  for await (const { name, isPortrait, jpeg } of renderPhonePictures()) {
    const key = await saveImage(store, await processImage(jpeg, 'image/jpeg'));
    const { id } = await onDatabase(async (db) => {
      const post = await addPost(db, { author_id, title: name }, [{ image_key: key, alt: name }]);
      await addListing(db, { post_id: post.id });
      return post;
    });
    shown.push({ name, id, isPortrait });
  }
  return shown;
}

interface Frame {
  name: string;
  width: number;
  /** height divided by width */
  ratio: number;
}

const framesOf = (images: Locator): Promise<Frame[]> =>
  images.evaluateAll((all) =>
    all.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return { name: image.getAttribute('alt') ?? '', width, ratio: height / width };
    }),
  );

async function expectFramed(page: Page, images: Locator): Promise<Frame[]> {
  const frames = await framesOf(images);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const highest = (frame: Frame) => (frame.width < width / 2 ? HIGHEST_BESIDE : HIGHEST);
  const isOff = (frame: Frame) => frame.ratio < LOWEST || frame.ratio > highest(frame);
  expect(frames.filter(isOff)).toEqual([]);
  const narrowest = Math.min(width / 3, NARROWEST);
  expect(frames.filter((frame) => frame.width > width || frame.width < narrowest)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  return frames;
}

const picturesIn = (page: Page, frame: string) => page.locator(`${frame} img[alt*=":"]`);

/** Scrolls to the end of a list until everything is loaded. */
async function loadAll(page: Page, images: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(images).toHaveCount(COUNT, { timeout: 1000 });
  }).toPass();
}

test(
  'photos of phones are whole in every frame',
  { tag: '@full' },
  async ({ page, origin, maria, instance, onDatabase }) => {
    test.slow();
    const shown = await addPictures({ instance, onDatabase }, maria.id);
    const portraits = new Set(shown.flatMap(({ name, isPortrait }) => (isPortrait ? [name] : [])));
    await signIn(page, 'maria', origin);

    for (const path of ['/forums/explore', '/forums/my-discussions']) {
      await page.goto(origin + path);
      const images = picturesIn(page, 'main article');
      await loadAll(page, images);
      const feed = await expectFramed(page, images);
      expect(feed.filter(({ ratio }) => ratio > 1).map(({ name }) => name)).toEqual(
        feed.filter(({ name }) => portraits.has(name)).map(({ name }) => name),
      );
    }

    await page.goto(`${origin}/exchange`);
    const cards = await expectFramed(page, picturesIn(page, '.market'));
    expect(new Set(cards.map(({ ratio }) => ratio.toFixed(2))).size).toBe(1);

    for (const { name, id } of shown.slice(0, 7))
      for (const path of [`/forums/posts/${id}`, `/exchange/${id}`]) {
        await page.goto(origin + path);
        const [frame] = await expectFramed(page, picturesIn(page, 'main'));
        expect([path, name, (frame?.ratio ?? 0) > 1]).toEqual([path, name, portraits.has(name)]);
      }
  },
);
