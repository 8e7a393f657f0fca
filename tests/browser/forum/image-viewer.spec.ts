import type { CDPSession, Locator, Page } from '@playwright/test';

import type { SearchPage } from '#lib/contract/forum/search.ts';
import { postPath } from '#lib/contract/paths.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const viewerOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Photos:/ });

/** Opens a post with four photos. */
async function openPhotos(page: Page): Promise<void> {
  await signIn(page, 'jun');
  const search = await page.request.get(
    '/api/web/forum/explore/look/account/posts?search=120 bundles of rice straw',
  );
  const { data } = (await search.json()) as { data: SearchPage };
  await page.goto(postPath(data.posts[0]?.post_id ?? ''));
}

const touchPoints = (distance: number) => [
  { x: 180 - distance / 2, y: 370, id: 1 },
  { x: 180 + distance / 2, y: 370, id: 2 },
];

/** Spreads two fingers, as a touch screen reports it. */
async function pinch(session: CDPSession, from: number, to: number): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as [] });
  await send('touchStart', touchPoints(from));
  await send('touchMove', touchPoints((from + to) / 2));
  await send('touchMove', touchPoints(to));
  await send('touchEnd', []);
}

const widthOf = async (image: Locator) => (await image.boundingBox())?.width ?? 0;

test('photos fit the screen, and two fingers enlarge them', async ({ page, axe, isMobile }) => {
  test.skip(!isMobile, 'it is about touch screens');
  await openPhotos(page);
  await page.getByRole('link', { name: 'View photo 1 full screen' }).click();
  const viewer = viewerOf(page);
  const image = viewer.getByRole('img').first();
  await expect(image).toBeVisible();
  expect(await widthOf(image)).toBeLessThanOrEqual(360);
  await axe();
  const session = await page.context().newCDPSession(page);
  await pinch(session, 80, 240);
  await expect.poll(() => widthOf(image)).toBeGreaterThan(900);
  const enlarge = viewer.getByRole('button', { name: 'Enlarge' });
  await expect(enlarge).toHaveAttribute('aria-pressed', 'true');
  await pinch(session, 240, 40);
  await expect.poll(() => widthOf(image)).toBeLessThanOrEqual(360);
  await enlarge.click();
  await expect.poll(() => widthOf(image)).toBeGreaterThan(800);
  await image.dblclick();
  await expect.poll(() => widthOf(image)).toBeLessThanOrEqual(360);
});

test('on a touch screen photos are swiped or stepped through, and dots show the current one @full', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about touch screens');
  await openPhotos(page);
  const dots = page.locator('article i[data-current]');
  await expect(dots).toHaveCount(1);
  // The dots are enough: there is no number as well.
  await expect(page.getByRole('article').getByText('1 / 4')).toBeHidden();
  const [previous, next] = ['Previous', 'Next'].map((name) =>
    page.getByRole('article').getByRole('button', { name: `${name} photo` }),
  );
  await expect(previous!).toBeHidden();
  await next!.tap();
  await expect
    .poll(() => dots.evaluate((dot) => [...dot.parentElement!.children].indexOf(dot)))
    .toBe(1);
  await expect(previous!).toBeVisible();
  const list = page.getByRole('list', { name: /^Photos:/ });
  await list.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2 }));
  await expect
    .poll(() => dots.evaluate((dot) => [...dot.parentElement!.children].indexOf(dot)))
    .toBe(2);
  await page.getByRole('link', { name: 'View photo 3 full screen' }).click();
  const viewer = viewerOf(page);
  await expect(viewer.getByText('3 / 4')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Next photo' })).toBeHidden();
});

test.describe('with a mouse', () => {
  test.use({ hasTouch: false, isMobile: false });

  test(
    'images: previous and next are hidden at the ends, and each image opens full screen',
    { tag: '@full' },
    async ({ page, axe }) => {
      await openPhotos(page);
      const previous = page.getByRole('button', { name: 'Previous photo' });
      const next = page.getByRole('button', { name: 'Next photo' });
      await expect(next).toBeVisible();
      await expect(previous).toBeHidden();
      for (const shown of ['2 / 4', '3 / 4', '4 / 4']) {
        await next.click();
        await expect(page.getByText(shown)).toBeInViewport();
      }
      await expect(next).toBeHidden();
      await expect(previous).toBeVisible();
      const image = page.getByRole('link', { name: 'View photo 4 full screen' });
      await image.focus();
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog', { name: /^Photos:/ });
      await expect(viewer.getByRole('button', { name: 'Previous photo' })).toBeVisible();
      await expect(viewer.getByRole('button', { name: 'Next photo' })).toBeHidden();
      await axe();
      await viewer.getByRole('button', { name: 'Previous photo' }).press('Enter');
      await viewer.getByRole('button', { name: 'Next photo' }).press('Enter');
      await expect(viewer.getByRole('button', { name: 'Previous photo' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(image).toBeFocused();
    },
  );
});
