// A button stays under the finger when an entry of the outbox appears above it.
import type { Locator } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { preloadOutbox } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { waitForIslandOf } from '#tests/support/browser/navigation.ts';
import { outbox } from '#tests/support/browser/outbox-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(({ allowBrowserErrors }) => allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/));

/** Returns the point where a finger presses a button, to press there again. */
async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const [place, index] of [
  ['at the top', 0],
  ['further down', 4],
] as const)
  test(
    `two taps on one place of Explore ${place} are a like and its unlike`,
    { tag: index === 0 ? '@desktop' : '@full' },
    async ({ page, context }) => {
      await signIn(page, 'pilar');
      await addPost(page);
      await page.goto('/forums/explore');
      await preloadOutbox(page);
      const like = page
        .getByRole('article')
        .nth(index)
        .getByRole('button', { name: /^Like, / });
      await like.scrollIntoViewIfNeeded();
      // Without a connection its code could no longer be loaded.
      await waitForIslandOf(like);
      const pressed = await like.getAttribute('aria-pressed');
      const scrolled = await page.evaluate(() => scrollY);
      await context.setOffline(true);
      const { x, y } = await middleOf(like);
      await page.mouse.click(x, y);
      await expect(outbox(page)).toContainText('1 waiting');
      await expect(like).not.toHaveAttribute('aria-pressed', pressed ?? '');
      await expect.poll(async () => Math.abs((await middleOf(like)).y - y)).toBeLessThan(2);
      const under = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.ariaLabel,
        [x, y] as const,
      );
      expect(under).toBe(await like.getAttribute('aria-label'));
      await page.mouse.click(x, y);
      await expect(outbox(page)).toHaveCount(0);
      await expect(like).toHaveAttribute('aria-pressed', pressed ?? '');
      await expect
        .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled))
        .toBeLessThan(2);
    },
  );
