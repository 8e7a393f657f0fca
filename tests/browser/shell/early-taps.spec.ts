// The router shows the next page in a view transition, and captured elements ignore taps until it ends.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** In the browser: pauses each view transition at its first frame. */
function holdTransitions(): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser has nothing from outside
  const hold = () => {
    for (const animation of document.getAnimations()) animation.pause();
    document.documentElement.dataset['held'] = '';
  };
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    void transition.ready.then(hold);
    return transition;
  };
}

test('a tap works on the next page as soon as it is visible', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about fingers');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'tess');
  await page.goto('/eduhub');
  await page.evaluate(holdTransitions);
  await page.getByRole('link', { name: 'Animal feed', exact: true }).tap();
  await page.locator('html[data-held]').waitFor({ state: 'attached' });
  const card = page.locator('[data-cards] a').first();
  await expect(card).toBeVisible();
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {};
  const href = (await card.getAttribute('href')) ?? '';
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL(href, { timeout: 5000 });
});
