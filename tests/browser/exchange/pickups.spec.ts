import type { Browser, Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { publishListing } from '#tests/support/browser/exchange-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** @returns a page of a member whose browser runs no scripts */
async function withoutScripts(browser: Browser, who: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

/** Expects that the focus is on the confirmation, and that Tab continues from there. */
async function expectDone(page: Page, text: string, next: string): Promise<void> {
  const done = page.locator(':focus');
  await expect(done).toContainText(text);
  await expect(done).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAccessibleName(next);
}

test('two members agree on a pickup without JavaScript, see phone and place, and write', async ({
  page,
  browser,
  axe,
}) => {
  const title = `Bamboo stakes ${Date.now()}`;
  const path = await publishListing(page, title, '40');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('heading', { name: 'Ask for it' })).toBeHidden();

  const jun = await withoutScripts(browser, 'jun');
  await jun.goto(new URL(path, page.url()).href);
  await jun.getByLabel('How many').fill('1000');
  await jun.getByLabel('Vehicle').fill('Elf truck');
  await jun.getByLabel('Coming from').selectOption({ label: 'Science City of Muñoz' });
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  const amount = jun.getByLabel('How many');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/^That’s more than what’s left\..*all of it\.$/);
  await expect(jun.getByLabel('Vehicle')).toHaveValue('Elf truck');
  await jun.getByLabel('How many').fill('2');
  await jun.getByLabel('Which day').fill(addDays(regionDay(Date.now()), 3));
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(jun.getByText('Waiting for their answer')).toBeVisible();
  await expect(jun.getByRole('main')).not.toContainText(/09\d{9}/);
  const pickup = jun.url();
  await expect(jun.getByText('Don’t pay in advance')).toBeVisible();
  await jun.goto(new URL(path, page.url()).href);
  await expect(jun.getByRole('button', { name: 'Ask', exact: true })).toHaveCount(0);
  await jun.getByRole('link', { name: 'Open your pickup' }).click();
  await expect(jun).toHaveURL(pickup);

  await page.goto('/exchange/pickups');
  await axe();
  await page.getByRole('link', { name: title }).click();
  await axe();
  // The giver pays nothing.
  await expect(page.getByText('Don’t pay in advance')).toHaveCount(0);
  await expect(page.getByText('Coming from')).toBeVisible();
  await expect(page.getByLabel('Exact place')).toHaveCount(0);
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByRole('link', { name: /^Call 09\d{9}$/ })).toBeInViewport({ ratio: 1 });
  // The agreed pickup is at the top.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('status').filter({ hasText: 'You agreed.' })).toBeVisible();
  await expectDone(page, 'You agreed.', 'Jun Reyes');
  await expect(page.getByText('Say where exactly')).toBeVisible();
  await page.getByLabel('Exact place').fill('By the canal');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectDone(page, 'The exact place is saved.', 'Jun Reyes');
  await expect(page.getByLabel('Exact place')).toBeHidden();
  await page.getByText('Change the exact place').click();
  await expect(page.getByLabel('Exact place')).toHaveValue('By the canal');
  await page.getByLabel('Exact place').fill('Along the irrigation road');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('article').getByText('Along the irrigation road')).toBeVisible();
  await expectDone(page, 'The exact place is saved.', 'Jun Reyes');

  await jun.reload();
  await expect(jun.getByText('Along the irrigation road')).toBeVisible();
  await expect(jun.getByRole('link', { name: /^Call 09\d{9}$/ })).toBeVisible();
  await jun.getByLabel('Write a message').fill('We come with two men.');
  await jun.getByRole('button', { name: 'Send' }).click();
  await expectDone(jun, 'We come with two men.', 'Write a message');
  await page.reload();
  await expect(page.getByText('We come with two men.')).toBeVisible();
  // With scripts, too, the focus ends in the field of the next message.
  for (const text of ['There is room for a truck.', 'The gate is open.']) {
    await page.getByLabel('Write a message').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await expectDone(page, text, 'Write a message');
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport();
  }

  await jun.getByText('Call it off').first().click();
  await jun.getByLabel('Why').fill('The truck broke down.');
  await jun.getByRole('button', { name: 'Call it off' }).click();
  await expect(jun.getByRole('article').getByText('Called off')).toBeVisible();
  await expectDone(jun, 'It’s called off.', 'Luzviminda Ramos');
  await expect(jun.getByRole('main')).not.toContainText(/09\d{9}/);
  await jun.context().close();
});

test('an owner who declines confirms it first', { tag: '@full' }, async ({ page, browser }) => {
  const path = await publishListing(page, `Cassava peel ${Date.now()}`, '3');
  const jun = await withoutScripts(browser, 'jun');
  await jun.goto(new URL(path, page.url()).href);
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(jun.getByText('Waiting for their answer')).toBeVisible();
  await page.goto(jun.url());
  await page.locator('summary', { hasText: 'Not this time' }).click();
  await expect(page.getByText('You can’t undo this')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree' })).toBeVisible();
  await page.getByRole('button', { name: 'Not this time' }).click();
  await expect(page.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  await expectDone(page, 'You said not this time.', 'Jun Reyes');
});
