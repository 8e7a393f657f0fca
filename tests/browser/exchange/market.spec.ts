// The exchange starts with what is available, and finds it by any of its names (docs/product.md, "Exchange").
import type { Page } from '@playwright/test';

import { nextSaturday } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { filterBy, publishListing } from '#tests/support/browser/exchange-screens.ts';
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
  await expect(chip(page, 'Offers')).toHaveAttribute('aria-current', 'true');
  for (const card of await cards(page).all()) await expect(card).not.toContainText('Needed');
  await expect(cards(page).first()).toContainText('In town');
  // The chip of a town opens town and distance together.
  await page.getByRole('button', { name: 'Gapan: town, distance and more' }).click();
  await expect(page.locator('#filters select[name=within]')).toBeVisible();
  const town = page.locator('#filters select[name=town]');
  await expect(town.locator(':checked')).toHaveText('Gapan City');
  await town.selectOption('All towns');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(cards(page).first()).not.toContainText(/In town|km/);
  // The choice stays for the next search.
  await chip(page, 'Offers').click();
  await expect(page).toHaveURL('/exchange?kind=&town=');
  await expect(chip(page, 'Offers')).not.toHaveAttribute('aria-current');
  await chip(page, 'Near Gapan').click();
  await expect(page).toHaveURL(/\/exchange\?kind=&town=\d{10}$/);
});

test('straw within 20 km by Saturday takes three presses and one word from Explore', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Exchange' })
    .click();
  const field = page.getByLabel('What are you looking for?');
  await field.fill('straw');
  await field.press('Enter');
  await expect(page).toHaveURL(/search=straw/);
  await chip(page, 'Within 20 km of Gapan City').click();
  await expect(page).toHaveURL(/within=20/);
  await chip(page, 'By Saturday').click();
  const saturday = nextSaturday(regionDay(Date.now()));
  await expect(page).toHaveURL(RegExp(`material=rice-straw.*&within=20&ready_by=${saturday}$`));
  await expect(cards(page).filter({ hasText: '120 bundles of rice straw' })).toBeVisible();
  await expect(cards(page).filter({ hasText: '46 round bales' })).toHaveCount(0);
  for (const name of ['Offers', 'Within 20 km of Gapan City', 'By Saturday'])
    await expect(chip(page, name)).toHaveAttribute('aria-current', 'true');
});

// Jun lives in Gapan, and Maria in San Isidro, which takes two lines.
for (const who of ['jun', 'maria'] as const)
  test(`chips of ${who} are whole, in two lines at most`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'it is about phones');
    await signIn(page, who);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const lang of ['en', 'fil']) {
      await page.goto(`/exchange?lang=${lang}`);
      const boxes = await page.locator('.chips li').evaluateAll((all) =>
        all.map((each) => {
          const { top, left, right } = each.getBoundingClientRect();
          const isCut = [...each.children].some((part) => part.scrollWidth > part.clientWidth);
          return { top: Math.round(top), isWhole: left >= 0 && right <= innerWidth && !isCut };
        }),
      );
      expect([lang, boxes.every(({ isWhole }) => isWhole)]).toEqual([lang, true]);
      expect([lang, new Set(boxes.map(({ top }) => top)).size]).toEqual([lang, 2]);
    }
  });

test('what is beyond 50 km is under a heading of its own', async ({ page }) => {
  await page.goto('/exchange?material=rice-straw&town=0304911000');
  const lists = page.getByRole('main').locator('.market');
  await expect(lists).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Farther away' })).toBeVisible();
  const kmOf = async (nth: number) => {
    const texts = await lists.nth(nth).locator('.km').allInnerTexts();
    return texts.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0));
  };
  expect(Math.max(...(await kmOf(0)))).toBeLessThanOrEqual(50);
  expect(Math.min(...(await kmOf(1)))).toBeGreaterThan(50);
});

test('a listing says amount, terms, days left and distance in the first screen, with its button', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'ana');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/exchange?search=dayami&town=0304908000');
  const card = cards(page).getByRole('link', { name: /Rained-on straw/ });
  const path = (await card.getAttribute('href')) ?? '';
  for (const [lang, lines] of [
    ['en', 1],
    ['fil', 2],
  ] as const) {
    await page.goto(`${path}?lang=${lang}`);
    const glance = page.locator('.glance');
    await expect(glance).toContainText(/\d km/);
    const shown = await glance.evaluate((each) => {
      const { height, bottom } = each.getBoundingClientRect();
      const lineHeight = Number.parseFloat(getComputedStyle(each).lineHeight);
      const action = document.querySelector('.in-reach .button')?.getBoundingClientRect();
      return { lines: Math.round(height / lineHeight), isAbove: bottom <= (action?.top ?? 0) };
    });
    expect(shown.lines).toBeLessThanOrEqual(lines);
    expect([lang, shown.isAbove]).toEqual([lang, true]);
  }
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
  await dialog.getByRole('textbox', { name: /^How much/ }).fill('12');
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
  const town = page.locator('#filters select[name=town] :checked');
  await filterBy(page, { town: 'Guimba' });
  await expect(page).toHaveURL(/town=0304911000/);
  await expect(town).toHaveText('Guimba');
  // In a later visit and another search.
  await page.goto('/exchange?kind=offer');
  await expect(chip(page, 'Near Guimba')).toBeVisible();
  await chip(page, 'Near Guimba').click();
  await expect(page).toHaveURL(/\?kind=offer&town=\d+$/);
  await expect(town).toHaveText('Guimba');
  // Where the town is not chosen, it is still offered.
  await page.goto('/exchange?kind=offer');
  await expect(chip(page, 'Near Guimba')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('filters beside the list have a button @desktop', async ({ page, isMobile }) => {
    test.skip(isMobile, 'it is about wide screens');
    await page.goto('/exchange');
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByLabel('What').selectOption('rice-straw');
    await filters.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/material=rice-straw/);
  });

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
  await expect(page).toHaveURL('/exchange?kind=offer&material=bamboo&town=0331400000');
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
  // Each acts when it is changed, and keeps the focus.
  await expect(filters.getByRole('button', { name: 'Show' })).toBeHidden();
  const choices = { material: 'rice-straw', town: '0304911000', within: '50', sort: 'ready' };
  for (const [name, value] of Object.entries(choices)) {
    const select = filters.locator(`select[name=${name}]`);
    await select.selectOption(value);
    await expect(page).toHaveURL(RegExp(`[?&]${name}=${value}`));
    await expect(select).toBeFocused();
    await expect(select).toHaveValue(value);
  }
  await filters.getByLabel('Free only').press('Space');
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('free') === '1' && searchParams.get('sort') === 'ready',
  );
  await expect(filters.getByLabel('Free only')).toBeFocused();
});
