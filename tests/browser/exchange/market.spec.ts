// The exchange starts with what is available, and finds it by any of its names (docs/product.md, "Exchange").
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { publishListing } from '#tests/support/browser/exchange-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

// The lowest that the first card may start on a phone.
const HIGHEST = 230;

const cards = (page: Page) => page.getByRole('main').locator('.market > li');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('link', { name });

async function expectGoodsFirst(page: Page): Promise<void> {
  await page.goto('/exchange');
  const box = await cards(page).first().boundingBox();
  expect(box?.y).toBeLessThanOrEqual(HIGHEST);
  expect(await cards(page).count()).toBeGreaterThan(3);
  const right = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(right).toBe(0);
}

test('a guest sees goods before anything else', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about phones');
  await expectGoodsFirst(page);
});

test('a member’s exchange starts with goods, in their town', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'jun');
  await expectGoodsFirst(page);
  await expect(chip(page, 'Near Gapan City')).toHaveAttribute('aria-current', 'true');
  await expect(cards(page).first()).toContainText('In town');
  await chip(page, 'Near Gapan City').click();
  await expect(chip(page, 'Near Gapan City')).not.toHaveAttribute('aria-current');
  await expect(cards(page).first()).not.toContainText(/In town|km/);
  // The chip of a town opens the choice of towns, and its cross removes the town.
  await chip(page, 'Near Gapan City').click();
  await page.getByRole('button', { name: 'Near Gapan City', exact: true }).click();
  await expect(page.locator('#filters select[name=town]')).toBeVisible();
  await expect(page.locator('#filters select[name=town] :checked')).toHaveText('Gapan City');
  await page.keyboard.press('Escape');
  await chip(page, 'Clear: Near Gapan City').click();
  await expect(chip(page, 'Near Gapan City')).not.toHaveAttribute('aria-current');
  // The choice stays for the next search.
  await chip(page, 'Free').click();
  await expect(page).toHaveURL('/exchange?town=&free=1');
});

test('a post started on the exchange offers something @full', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'its button is on phones');
  await signIn(page, 'jun');
  await page.goto('/exchange');
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Post' })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /I have something/ })).toBeChecked();
  await dialog.locator('[data-purposes] label').nth(1).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Looking for husks');
  await page.goto('/exchange');
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Post' })
    .click();
  // The dialog continues with the draft.
  await expect(dialog.getByRole('radio', { name: /I need/ })).toBeChecked();
});

test('the request stays in reach, leads to its form, and is not shown twice @full', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'jun');
  await page.goto('/exchange?search=dayami');
  const card = cards(page).getByRole('link', { name: /46 round bales of straw in Guimba/ });
  await page.goto((await card.getAttribute('href')) ?? '', { waitUntil: 'networkidle' });
  const [action, heading] = (['link', 'heading'] as const).map((role) =>
    page.getByRole(role, { name: 'Ask for it' }),
  );
  await expect(action!).toBeInViewport({ ratio: 1 });
  // Like a finger: Playwright's click would scroll to the button first, which hides it when its place is in view.
  const { x = 0, y = 0, width = 0, height = 0 } = (await action!.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(heading!).toBeInViewport({ ratio: 1 });
  await expect(action!).toBeHidden();
});

test('a guest chooses their town once', async ({ page }) => {
  // Another person's link does not choose a town.
  await page.goto('/exchange?town=0304911000');
  await page.goto('/exchange?kind=offer');
  await expect(chip(page, /^Near/)).toHaveCount(0);
  await page.goto('/exchange');
  const select = page.locator('select[name=town]');
  const near = page.getByRole('button', { name: 'Near…' });
  if (await near.isVisible()) await near.click();
  await select.selectOption('Guimba');
  await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Show' }).click();
  await expect(chip(page, 'Near Guimba')).toHaveAttribute('aria-current', 'true');
  // In a later visit and another search.
  await page.goto('/exchange?kind=offer');
  await expect(chip(page, 'Near Guimba')).toBeVisible();
  await chip(page, 'Near Guimba').click();
  await expect(page).toHaveURL(/\?kind=offer&town=\d+$/);
  await expect(chip(page, 'Near Guimba')).toHaveAttribute('aria-current', 'true');
  // A town that was removed is still offered.
  await chip(page, 'Near Guimba').click();
  await expect(page).toHaveURL('/exchange?kind=offer');
  await expect(chip(page, 'Near Guimba')).not.toHaveAttribute('aria-current');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('chips apply at once, and can be undone', async ({ page }) => {
    await page.goto('/exchange');
    await chip(page, 'Needs').click();
    await expect(page).toHaveURL('/exchange?kind=need');
    await expect(chip(page, 'Needs')).toHaveAttribute('aria-current', 'true');
    for (const card of await cards(page).all()) await expect(card).toContainText('Needed');
    await chip(page, 'Needs').click();
    await expect(page).toHaveURL('/exchange');
  });

  test('the field knows all names, and works with the other filters', async ({ page }) => {
    await page.goto('/exchange?kind=offer');
    const field = page.getByLabel('What are you looking for?');
    await field.fill('dayami');
    await field.press('Enter');
    await expect(page).toHaveURL('/exchange?search=dayami&kind=offer');
    await expect(field).toHaveValue('Rice straw');
    await expect(cards(page).first()).toContainText(/straw/i);
    await field.fill('pataba');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(field).toHaveValue('pataba');
    await expect(cards(page).first()).toContainText(/compost|manure|cast/i);
  });
});

test('a search without results nearby says how far the nearest is @full', async ({ page, axe }) => {
  await publishListing(page, `Bamboo ends ${Date.now()}`);
  await page.goto('/exchange?material=bamboo&town=0331400000&within=10');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: /^No bamboo .*here now$/ })).toBeVisible();
  await expect(main).toContainText(/The nearest is about \d+ km away, in /);
  await axe();
  await page.getByRole('link', { name: 'Show what there is' }).click();
  await expect(page).toHaveURL('/exchange?material=bamboo&town=0331400000');
  await expect(cards(page).first()).toContainText(/\d km/);
});

test('a card has price, distance, amount and days left, and a drawing without a photo @full', async ({
  page,
}) => {
  const title = `Bamboo tops ${Date.now()}`;
  await publishListing(page, title, '12');
  await page.goto('/exchange?material=bamboo&town=0304911000');
  const card = cards(page).filter({ hasText: title });
  await expect(card).toContainText('12 pieces');
  await expect(card).toContainText('In town');
  await expect(card).toContainText('14 days left');
  await expect(card).not.toContainText('·');
  await expect(card).not.toContainText(/\b20\d\d\b/);
  await expect(card.locator('.picture > svg')).toBeVisible();
});

test('on a wide screen, filters are beside three columns @desktop', async ({ page, isMobile }) => {
  test.skip(isMobile, 'it is about wide screens');
  await page.goto('/exchange');
  const tops = await cards(page).evaluateAll((all) =>
    all.slice(0, 4).map((each) => Math.round(each.getBoundingClientRect().top)),
  );
  expect(new Set(tops.slice(0, 3)).size).toBe(1);
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
  const filters = page.getByRole('search', { name: 'Filters' });
  await expect(filters).toBeVisible();
  expect((await filters.boundingBox())?.x).toBeLessThan(100);
});
