// A truck has two stops: a driver offers room, two members join, one leaves, and the driver cancels the truck.
import type { Browser, Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import { tripPath } from '#lib/contract/paths.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { openSharing, stateListing } from '#tests/support/browser/exchange-screens.ts';
import { openPostDialog, submitButton } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** @returns a text of the catalogue */
const say = (key: MessageKey, params: object = {}): string =>
  runInLanguage('fil', () => (t as (name: MessageKey, given: object) => string)(key, params));

/** Publishes bamboo in Guimba. @returns the path of its public page */
async function publish(page: Page, title: string): Promise<string> {
  const dialog = await openPostDialog(page, 'luz');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Behind the blue gate.');
  await stateListing(dialog, 'bamboo', 'Guimba');
  await dialog.getByLabel('How much').fill('90');
  await dialog.getByLabel('Unit', { exact: true }).selectOption('piece');
  await submitButton(dialog).click();
  await expect(dialog).toBeHidden();
  const link = page.getByRole('heading', { name: title }).getByRole('link');
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  return `/exchange/${id}`;
}

interface Stage {
  /** the owner's page */
  page: Page;
  browser: Browser;
  baseURL: string | undefined;
  day: string;
}

/** A member without scripts requests some, and the owner agrees. @returns the page of the pickup */
async function agree(
  { page, browser, baseURL, day }: Stage,
  path: string,
  who: string,
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const own = await context.newPage();
  await signIn(own, who);
  await own.goto(path);
  await own.getByLabel('How many').fill('10');
  await own.getByLabel('Which day').fill(day);
  await own.getByLabel('Coming from').selectOption({ label: 'Baler' });
  await own.getByLabel('Vehicle').fill('Elf truck');
  await own.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(own.getByText('Waiting for their answer')).toBeVisible();
  await page.goto(new URL(own.url()).pathname);
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('You agreed').first()).toBeVisible();
  await own.reload();
  return own;
}

/** The truck on a pickup's page. */
const truckOn = (page: Page) => page.getByRole('region', { name: 'Shared truck' });

/** Opens a folded form, and presses its button of the same name. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).click();
  await page.getByRole('button', { name }).click();
}

test('a truck takes two stops, one leaves, and the driver calls it off, without JavaScript @full', async ({
  page,
  browser,
  baseURL,
  allowBrowserErrors,
}, { project }) => {
  allowBrowserErrors(/status of 409/);
  const title = `Bamboo of a truck ${Date.now()}`;
  const path = await publish(page, title);
  // Phone and desktop may share a server: the days are so far apart that neither finds the other's truck.
  const day = addDays(regionDay(Date.now()), project.name === 'phone' ? 3 : 6);
  const on = { page, browser, baseURL, day };
  const driver = await agree(on, path, 'pilar');
  const driven = new URL(driver.url()).pathname;
  await expect(driver.getByText('Look for room')).toBeHidden();
  await openSharing(driver, 'Share a truck');
  await driver.locator('summary', { hasText: 'Offer room on your truck' }).click();
  await driver.getByLabel('How much is free?').fill('5');
  await driver.getByLabel('Unit').selectOption('sack');
  await driver.getByRole('button', { name: 'Offer room on your truck' }).click();
  await expect(driver).toHaveURL(`${driven}?done=offer_room`);
  await expect(driver.getByText('Offered. Who looks for room')).toBeVisible();
  await expect(truckOn(driver)).toContainText('Guimba to Baler');
  await expect(truckOn(driver)).toContainText('5 of 5 sacks free');

  const first = await agree(on, path, 'vicky');
  const joined = new URL(first.url()).pathname;
  await openSharing(first, 'Share a truck');
  const near = first.getByRole('list', { name: 'Trucks with room' });
  await expect(near).toContainText('5 sacks free');
  await expect(near).not.toContainText(/Pilar|09/);
  await first.getByText('Join this truck').first().click();
  await first.getByLabel('Room for how many sacks?').fill('6');
  await first.getByRole('button', { name: 'Join this truck' }).click();
  await expect(first.getByText('There isn’t so much room left')).toBeVisible();
  await first.getByLabel('Room for how many sacks?').fill('3');
  await first.getByRole('button', { name: 'Join this truck' }).click();
  await expect(first).toHaveURL(`${joined}?done=join`);
  await expect(first.getByText('You’ve joined')).toBeVisible();
  await expect(truckOn(first).getByRole('link', { name: /^Call/ })).toBeVisible();
  await expect(truckOn(first).getByRole('link', { name: /Pilar/ })).toBeVisible();
  // The owner of the load sees its day, and neither the truck nor its driver.
  await page.goto(joined);
  await expect(page.getByText('This load goes with a truck')).toBeVisible();
  await expect(truckOn(page)).toHaveCount(0);
  await expect(page.getByText('Pilar')).toHaveCount(0);

  const second = await agree(on, path, 'nena');
  await openSharing(second, 'Share a truck');
  await second.getByRole('button', { name: 'Look for room' }).click();
  await expect(second.getByText('You’re looking for room')).toBeVisible();
  await second.getByText('Join this truck').first().click();
  await second.getByLabel('Room for how many sacks?').fill('2');
  await second.getByRole('button', { name: 'Join this truck' }).click();
  await expect(second.getByText('Full: all 5 sacks are taken')).toBeVisible();
  await expect(second.getByText('Another load')).toBeVisible();

  await driver.goto(driven);
  await expect(driver.getByRole('list', { name: 'On the truck' }).getByRole('link')).toHaveText([
    /^Victoria/,
    /^Nena/,
  ]);
  await pressTwice(first, 'Call off my place');
  await expect(first.getByText('You’re on no truck now')).toBeVisible();
  await driver.reload();
  await expect(truckOn(driver)).toContainText('3 of 5 sacks free');
  await pressTwice(driver, 'Call the truck off');
  await expect(driver.getByText('The truck is called off.')).toBeVisible();
  await expect(truckOn(driver)).toHaveCount(0);
  await second.goto('/notifications');
  const news = second.getByRole('button', {
    name: 'The truck that you joined won’t take your load',
  });
  await expect(news.filter({ hasText: title })).toBeVisible();

  for (const each of [driver, first, second]) await each.context().close();
});

test('a driver finds their own truck among the pickups, and the page is accessible', async ({
  page,
  axe,
}) => {
  await signIn(page, 'maria');
  await page.goto('/exchange/pickups');
  const line = page.locator('p', { has: page.getByRole('link', { name: 'Shared truck' }) }).first();
  await expect(line.getByRole('link', { name: /^Call the driver: 09/ })).toBeVisible();
  const trip = tripPath((await line.getAttribute('id')) ?? '');
  await line.getByRole('link', { name: 'Shared truck' }).click();
  await expect(page).toHaveURL(/\/exchange\/pickups\/[\da-f-]{36}#share$/);
  await expect(truckOn(page)).toBeInViewport();
  await expect(truckOn(page)).toContainText('Cabanatuan City to');
  await expect(truckOn(page).getByText('Call the driver to say where')).toBeVisible();
  await axe();
  // Older emails and calendars lead to this address.
  const { pathname } = new URL(page.url());
  await page.goto(trip);
  await expect(page).toHaveURL(pathname);
  const calendar = await page.request.get(`${trip}.ics`);
  expect(new URL(calendar.url()).pathname).toBe(`${pathname}.ics`);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  const event = (await calendar.text()).replaceAll('\r\n ', '');
  expect(event).toContain('Carbonized rice hull');
  expect(event).not.toContain('Edgar');
});

test.describe('in Filipino', () => {
  test.use({ locale: 'fil-PH', javaScriptEnabled: false });

  test('a load joins a truck, leaves it, and looks for another', async ({ page }) => {
    await signIn(page, 'vicky');
    await page.goto('/exchange/pickups');
    await page.getByRole('link', { name: 'Carbonized rice hull, 60 sacks ready' }).click();
    const near = page.getByRole('list', { name: say('trip.near') });
    await near.getByText(say('trip.join')).first().click();
    await near.getByLabel(say('trip.how_many', { unit: 'sack' })).fill('2');
    await near.getByRole('button', { name: say('trip.join') }).click();
    await expect(page.getByText(say('trip.done_joined'))).toBeVisible();
    const truck = page.getByRole('region', { name: say('trip.section') });
    await expect(truck.getByRole('link', { name: /^Tawagan/ })).toBeVisible();
    await pressTwice(page, say('trip.leave'));
    await expect(page.getByText(say('trip.done_left'))).toBeVisible();
    await openSharing(page, say('trip.share'));
    await page.getByRole('button', { name: say('trip.look') }).click();
    await expect(page.getByText(say('trip.is_looking'))).toBeVisible();
  });
});
