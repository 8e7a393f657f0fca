// The focused element is never behind the header or the bar at the bottom (WCAG 2.2, 2.4.11), and its ring is not red.
import { expect, type Locator, type Page } from '@playwright/test';

import { test } from '#tests/support/browser/browser-fixtures.ts';
import { colorOf } from '#tests/support/browser/colors.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const STOPS = 60;
const FEWEST = 10;

/** @returns the element that covers the center or the edges of the focused one, or null */
function coverOfFocus(): string | null {
  const focused = document.activeElement;
  const bars = 'header.bar, nav.dock';
  if (!focused || focused === document.body || focused.closest(bars)) return null;
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) return 'out of view';
  const points = [top + 1, (top + bottom) / 2, bottom - 1].filter((y) => y > 0 && y < innerHeight);
  const covers = points.map((y) =>
    document
      .elementsFromPoint((left + right) / 2, y)
      .find((each) => each.matches(bars) || each === focused),
  );
  const hidden = covers.filter((each) => each?.matches(bars)).length;
  return hidden === points.length ? focused.outerHTML.slice(0, 80) : null;
}

async function walk(page: Page, key: string): Promise<void> {
  let focused = 0;
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    expect(await page.evaluate(coverOfFocus), `${key}, stop ${stop}`).toBeNull();
    focused += await page.evaluate(() => (document.activeElement === document.body ? 0 : 1));
  }
  expect(focused).toBeGreaterThan(FEWEST);
}

for (const path of ['/forums/explore', '/forums/followers/followed'])
  test(`Tab through ${path} shows every stop to a member @full`, async ({ page }) => {
    await signIn(page, 'maria');
    await page.goto(path);
    await walk(page, 'Tab');
    await walk(page, 'Shift+Tab');
  });

test('Tab through Explore shows every stop to a guest', { tag: '@full' }, async ({ page }) => {
  await page.goto('/forums/explore');
  await walk(page, 'Tab');
});

test('Tab shows every stop on a phone held sideways', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await signIn(page, 'maria');
  await page.goto('/forums/explore');
  await walk(page, 'Tab');
});

test('the header’s stops follow the order of the screen @full', async ({ page }) => {
  await signIn(page, 'maria');
  await page.goto('/eduhub');
  await page.getByRole('banner').getByRole('link', { name: 'Glean' }).focus();
  const hasMenu = await page.getByRole('button', { name: 'Menu', exact: true }).isVisible();
  const links = hasMenu ? [] : ['Forums', 'Exchange', 'EduHub', 'About'];
  const names = [...links, 'Notifications', 'Account menu', ...(hasMenu ? ['Menu'] : [])];
  for (const name of names) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
  }
});

async function expectGreen(field: Locator, ringed = field): Promise<void> {
  await field.focus();
  await expect(ringed).toHaveCSS('outline-style', 'solid');
  const [red = 0, green = 0] = await colorOf(ringed, 'outlineColor');
  expect(green).toBeGreaterThan(red);
}

test('the focus ring of a field is green, as red means an error @full', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await expectGreen(email, email.locator('..'));
  await signIn(page, 'maria');
  await page.goto('/profile/tokens');
  await expectGreen(page.locator('main input[name="name"]'));
});
