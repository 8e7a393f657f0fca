// The bar at the bottom of a member's pages on phones (docs/product.md, "Navigation").
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { colorOf, contrastOf } from '#tests/support/browser/colors.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const SLOTS = ['Explore', 'Exchange', 'Post', 'EduHub', 'Me'];

test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'it is about phones'));

const dock = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const slots = (page: Page) => dock(page).locator('.slot');

/** Sets the font size in the settings of the browser. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
}

test('every page of a member has five equal slots, in the order of the screen @full', async ({
  page,
}) => {
  await signIn(page, 'tess');
  for (const [path, current] of [
    ['/forums/explore', 'Explore'],
    ['/forums/my-discussions', 'Explore'],
    ['/eduhub', 'EduHub'],
    ['/exchange', 'Exchange'],
    ['/exchange/pickups', 'Exchange'],
    ['/notifications', ''],
    ['/profile', 'Me'],
    ['/profile/blocked', 'Me'],
    ['/about', ''],
  ] as const) {
    await page.goto(path);
    const boxes = await slots(page).evaluateAll((all) =>
      all.map((each) => {
        const { left, width, height } = each.getBoundingClientRect();
        const name = each.querySelector('.visually-hidden') ?? each;
        return { name: name.textContent.trim(), left, width, height };
      }),
    );
    expect(boxes.map(({ name }) => SLOTS.find((slot) => name.startsWith(slot)))).toEqual(SLOTS);
    const byPlace = boxes.toSorted((a, b) => a.left - b.left);
    expect(byPlace, 'the order of Tab is that of the eye').toEqual(boxes);
    for (const { width, height } of boxes) {
      expect(width).toBeCloseTo(boxes[0]?.width ?? 0, 0);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    }
    const marked = dock(page).locator('[aria-current]');
    await expect(marked).toHaveCount(current ? 1 : 0);
    if (current) await expect(marked).toHaveAccessibleName(new RegExp(`^${current}`));
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the current slot is marked by shape and weight in the ${colorScheme} theme @full`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'tess');
    await page.goto('/forums/explore');
    const [current, other] = [slots(page).first(), slots(page).nth(1)];
    const ground = await colorOf(dock(page), 'backgroundColor');
    const outline = await colorOf(current.locator('.mark'), 'borderTopColor');
    expect(contrastOf(outline, ground)).toBeGreaterThanOrEqual(3);
    await expect(other.locator('.mark')).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
    await expect(current).toHaveCSS('font-weight', '700');
    await expect(other).toHaveCSS('font-weight', '500');
  });

test('labels and icons of the bar grow with the text, and stay in their slots @full', async ({
  page,
}) => {
  await signIn(page, 'tess');
  const sizes: number[] = [];
  for (const pixels of [16, 21, 32]) {
    await setTextSize(page, pixels);
    await page.goto('/eduhub');
    const { font, icon, misfits } = await slots(page).evaluateAll((all) => ({
      font: Number.parseFloat(getComputedStyle(all[0] as Element).fontSize),
      icon: all[0]?.querySelector('svg')?.getBoundingClientRect().width ?? 0,
      misfits: all.filter((each) => each.getBoundingClientRect().bottom > innerHeight).length,
    }));
    expect(font).toBeCloseTo(pixels * 0.75, 1);
    expect(icon).toBeCloseTo(pixels * 1.5, 1);
    expect(misfits).toBe(0);
    sizes.push(font);
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
});

test('the header and the bar hide on the way down, and return on the way up', async ({ page }) => {
  await signIn(page, 'tess');
  // A page that does not change: the feed would scroll back when another test deletes a post above.
  await page.goto('/about');
  const [header, bar] = [page.getByRole('banner'), dock(page)];
  await expect(bar).toBeInViewport();
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(header).toBeInViewport();
  await expect(bar).toBeInViewport();
  // The focus shows the bar again.
  await page.mouse.wheel(0, 600);
  await expect(bar).not.toBeInViewport();
  await bar.getByRole('link', { name: 'Me' }).focus();
  await expect(bar).toBeInViewport();
});

test('Post opens the dialog from a page without one @full', async ({ page }) => {
  await signIn(page, 'tess');
  await page.goto('/eduhub');
  await dock(page).getByRole('link', { name: 'Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/forums/explore');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(dialog).toBeHidden();
});

test('My Discussions and Followers are tabs of the forum @full', async ({ page }) => {
  await signIn(page, 'tess');
  for (const name of ['My Discussions', 'Followers']) {
    await page.goto('/forums/explore');
    await page
      .getByRole('navigation', { name: 'Glean Community' })
      .getByRole('link', { name })
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

/** Waits until cards have their own height, which they get in view, and which moves the page a little. */
const settledPosition = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = (last: number) =>
          requestAnimationFrame(() => (scrollY === last ? resolve(last) : look(scrollY)));
        look(-1);
      }),
  );

test('moving the focus through header and bar does not scroll the page @full', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  for (const first of ['header .brand', '.dock .slot']) {
    await page.evaluate(() => scrollTo(0, 800));
    await page.evaluate(() => scrollTo(0, 600));
    const link = page.locator(first).first();
    await link.evaluate((element: HTMLElement) => element.focus());
    const before = await settledPosition(page);
    for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('Tab');
    await expect(page.locator('.dock, header.bar').locator(':focus')).toBeVisible();
    expect(await settledPosition(page), first).toBe(before);
  }
});

test('a hidden bar is not scrolled for @full', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  await page.evaluate(() => scrollTo(0, 600));
  await page.evaluate(() => scrollTo(0, 900));
  const post = page.locator('.dock .slot').nth(2);
  await expect(post).not.toBeInViewport();
  await post.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test('hiding the bar keeps the page’s length: near its end nothing moves under a finger', async ({
  page,
}) => {
  await signIn(page, 'maria');
  await page.goto('/help');
  const html = page.locator('html');
  const height = () => html.evaluate(({ scrollHeight }) => scrollHeight);
  const before = await height();
  await page.evaluate((whole) => scrollTo(0, whole - innerHeight - 40), before);
  await expect(html).toHaveAttribute('data-scrolls-down');
  expect(await height()).toBe(before);
});
