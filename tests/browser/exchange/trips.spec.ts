// A truck takes two stops: a driver offers room, two others join, one leaves, and the trip is called off.
import type { Browser, Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { stateListing } from '#tests/support/browser/exchange-screens.ts';
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
  await dialog.getByLabel('Amount').fill('90');
  await dialog.getByLabel('Unit', { exact: true }).selectOption('piece');
  await submitButton(dialog).click();
  await expect(dialog).toBeHidden();
  const link = page.getByRole('heading', { name: title }).getByRole('link');
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  return `/exchange/${id}`;
}

interface Stage {
  /** of the owner */
  page: Page;
  browser: Browser;
  baseURL: string | undefined;
  day: string;
}

/** Lets a member without scripts ask for some, and the owner agree. @returns the page of the pickup */
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
  await own.getByLabel('Where you’re coming from').selectOption({ label: 'Baler' });
  await own.getByLabel('Your vehicle').fill('Elf truck');
  await own.getByRole('button', { name: 'Send' }).click();
  await expect(own.getByText('Waiting for their answer')).toBeVisible();
  await page.goto(new URL(own.url()).pathname);
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('You agreed').first()).toBeVisible();
  await own.reload();
  return own;
}

test('a truck takes two stops, one leaves, and the driver calls the trip off, without JavaScript @full', async ({
  page,
  browser,
  baseURL,
  allowBrowserErrors,
}, { project }) => {
  allowBrowserErrors(/status of 409/);
  const title = `Bamboo of a truck ${Date.now()}`;
  const path = await publish(page, title);
  // Both sizes may share a server: on days so far apart, neither finds the other's truck.
  const day = addDays(regionDay(Date.now()), project.name === 'phone' ? 3 : 6);
  const on = { page, browser, baseURL, day };
  const driver = await agree(on, path, 'pilar');
  await driver.getByText('Offer room on your truck').click();
  await driver.getByLabel('How much is free?').fill('5');
  await driver.getByLabel('Counted in').selectOption('sack');
  await driver.getByRole('button', { name: 'Offer it' }).click();
  await expect(driver.getByRole('heading', { name: 'Truck from Guimba to Baler' })).toBeVisible();
  await expect(driver.getByRole('heading', { name: '5 of 5 sacks free' })).toBeVisible();
  const trip = driver.url();

  const first = await agree(on, path, 'vicky');
  const near = first.getByRole('list', { name: 'Trucks with room' });
  await expect(near).toContainText('5 sacks free');
  await expect(near).not.toContainText(/Pilar|09/);
  await first.getByText('Join this truck').first().click();
  await first.getByLabel('Room for how many sacks?').fill('6');
  await first.getByRole('button', { name: 'Join this truck' }).click();
  await expect(first.getByText('There isn’t so much room left')).toBeVisible();
  await first.getByLabel('Room for how many sacks?').fill('3');
  await first.getByRole('button', { name: 'Join this truck' }).click();
  await expect(first).toHaveURL(new RegExp(`^${trip.split('?')[0]}`));
  await expect(first.getByText('You’ve joined')).toBeVisible();
  await expect(first.getByRole('link', { name: /^Call/ })).toBeVisible();
  await expect(first.getByRole('link', { name: /Pilar/ })).toBeVisible();

  const second = await agree(on, path, 'nena');
  await second.getByRole('button', { name: 'Look for room' }).click();
  await expect(second.getByText('You’re looking for room')).toBeVisible();
  await second.getByText('Join this truck').first().click();
  await second.getByLabel('Room for how many sacks?').fill('2');
  await second.getByRole('button', { name: 'Join this truck' }).click();
  await expect(second.getByText('Full: all 5 sacks are taken')).toBeVisible();
  await expect(second.getByText('Another load')).toBeVisible();

  await driver.goto(trip);
  await expect(driver.getByRole('region', { name: 'On the truck' }).getByRole('link')).toHaveText([
    /^Victoria/,
    /^Nena/,
  ]);
  await first.getByRole('link', { name: 'Your pickup' }).last().click();
  await expect(first.getByText('Leave this truck')).toBeVisible();
  await first.goBack();
  await first.getByText('Leave this truck').click();
  await first.getByRole('button', { name: 'Yes, leave it' }).click();
  await expect(first.getByText('You’re on no truck now')).toBeVisible();
  await driver.reload();
  await expect(driver.getByRole('heading', { name: '3 of 5 sacks free' })).toBeVisible();
  await driver.getByText('Call the trip off').click();
  await driver.getByRole('button', { name: 'Yes, call it off' }).click();
  await expect(driver.getByText('The trip is called off.')).toBeVisible();
  await second.goto('/notifications');
  const news = second.getByRole('button', {
    name: 'The truck that you joined won’t take your load',
  });
  await expect(news.filter({ hasText: title })).toBeVisible();

  for (const each of [driver, first, second]) await each.context().close();
});

test('one finds the truck that one shares among the pickups, and it reads well', async ({
  page,
  axe,
}) => {
  await signIn(page, 'maria');
  await page.goto('/exchange/pickups');
  await page.getByRole('link', { name: 'Shared truck' }).first().click();
  await expect(page.getByRole('heading', { name: /^Truck from/ })).toBeVisible();
  await expect(page.getByText('Call the driver')).toBeVisible();
  await axe();
  const calendar = await page.request.get(`${new URL(page.url()).pathname}.ics`);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  const event = (await calendar.text()).replaceAll('\r\n ', '');
  expect(event).toContain(String.raw`SUMMARY:Shared truck\, Cabanatuan City to`);
  expect(event).not.toContain('Edgar');
  await page.getByRole('link', { name: 'Your pickup' }).last().click();
  await expect(page.getByText('This load goes with a truck')).toBeVisible();
  await axe();
});

test.describe('in Filipino', () => {
  test.use({ locale: 'fil-PH', javaScriptEnabled: false });

  test('a load joins a truck, leaves it, and looks again', async ({ page }) => {
    await signIn(page, 'vicky');
    await page.goto('/exchange/pickups');
    await page.getByRole('link', { name: 'Carbonized rice hull, 60 sacks ready' }).click();
    const near = page.getByRole('list', { name: say('trip.near') });
    await near.getByText(say('trip.join')).first().click();
    await near.getByLabel(say('trip.how_many', { unit: 'sack' })).fill('2');
    await near.getByRole('button', { name: say('trip.join') }).click();
    await expect(page.getByText(say('trip.done_joined'))).toBeVisible();
    await expect(page.getByRole('link', { name: /^Tawagan/ })).toBeVisible();
    await page.getByText(say('trip.leave'), { exact: true }).click();
    await page.getByRole('button', { name: say('trip.leave_it') }).click();
    await expect(page.getByText(say('trip.done_left'))).toBeVisible();
    await page.getByRole('button', { name: say('trip.look') }).click();
    await expect(page.getByText(say('trip.is_looking'))).toBeVisible();
  });
});
