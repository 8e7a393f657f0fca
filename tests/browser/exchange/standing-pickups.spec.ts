import type { Browser, Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import { nextWeekday } from '#lib/contract/exchange/rounds.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { chooseAll, openFold, stateListing } from '#tests/support/browser/exchange-screens.ts';
import {
  closeShareDialog,
  openPostDialog,
  submitButton,
} from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const TUESDAY = 2;

/** Publishes straw for every Tuesday. @returns the path of its public page */
async function publishTuesdays(page: Page, title: string): Promise<string> {
  const dialog = await openPostDialog(page, 'luz');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Behind the blue gate.');
  await stateListing(dialog, 'bamboo', 'Guimba');
  await chooseAll(dialog);
  await submitButton(dialog).click();
  await closeShareDialog(page);
  const link = page.getByRole('heading', { name: title }).getByRole('link');
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: `More options for ${title}` }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  const update = page.getByRole('dialog', { name: 'Update post' });
  await update.getByText('What it says on the exchange').click();
  await openFold(update);
  await update.getByLabel('How often').selectOption({ label: 'Every week' });
  await update.getByLabel('On which day').selectOption({ label: 'Tuesday' });
  await update.getByText('Other', { exact: true }).click();
  await update.getByLabel('Last day').fill(addDays(regionDay(Date.now()), 84));
  await expect(update.getByText('Check the amount')).toBeVisible();
  await update.getByLabel('How much').fill('4');
  await update.getByLabel('Unit', { exact: true }).selectOption('truckload');
  await update.getByRole('button', { name: 'Update' }).click();
  await expect(update).toBeHidden();
  await expect(page.getByText('every Tuesday, 4 truckloads').first()).toBeVisible();
  return `/exchange/${id}`;
}

/** @returns a page of Jun, whose browser runs no scripts */
async function openJun(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await signIn(page, 'jun');
  return page;
}

test('a processor takes straw every Tuesday for four rounds, skips one, and stops, without JavaScript @full', async ({
  page,
  browser,
  baseURL,
  axe,
}) => {
  const title = `Straw of Tuesdays ${Date.now()}`;
  const path = await publishTuesdays(page, title);
  const jun = await openJun(browser, baseURL ?? '');
  await jun.goto(path);
  await expect(jun.getByText('Every Tuesday, 4 truckloads')).toBeVisible();
  await jun.getByLabel('How many').fill('4');
  await jun.getByLabel('Every time').check();
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(jun.getByText('A quarter of each round stays open').first()).toBeVisible();
  await expect(jun.getByLabel('Every time')).toBeChecked();
  await jun.getByLabel('How many').fill('2');
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(jun.getByText('Waiting for their answer')).toBeVisible();
  const pickup = new URL(jun.url()).pathname;

  await page.goto(pickup);
  await expect(page.getByText('This is for every Tuesday')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Agree' }).click();
  const standing = page.getByRole('region', { name: 'Every time' });
  await expect(standing.getByText('This is for every Tuesday')).toBeVisible();
  await axe();

  await jun.goto('/exchange/pickups');
  // The next pickup represents the later ones.
  const card = jun.getByRole('article').filter({ hasText: title });
  await expect(card).toHaveCount(1);
  const later = card.getByRole('link', { name: /^Tue / });
  const today = regionDay(Date.now());
  const first = nextWeekday(TUESDAY, today);
  // The next four weeks include today and the last day.
  const rounds = first === today ? 5 : 4;
  await expect(later).toHaveCount(rounds - 1);
  const day = new Date(addDays(first, 7)).getUTCDate();
  await card.getByRole('link', { name: new RegExp(`^Tue ${day} `) }).click();
  await jun.getByRole('button', { name: new RegExp(`^Call off Tue ${day} `) }).click();
  await expect(jun.getByText('This one is called off')).toBeVisible();
  await jun.goto('/exchange/pickups');
  await expect(later).toHaveCount(rounds - 2);

  await page.goto('/exchange/pickups');
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('button', { name: 'Stop for good' }).click();
  await expect(page.getByText('It’s stopped')).toBeVisible();
  await jun.goto('/exchange/pickups');
  await expect(jun.getByRole('heading', { name: 'Pickups' })).toBeVisible();
  await expect(later).toHaveCount(0);
  await jun.context().close();
});
