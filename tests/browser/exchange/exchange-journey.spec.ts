import type { Browser, Locator, Page } from '@playwright/test';

import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { filterBy, openFold } from '#tests/support/browser/exchange-screens.ts';
import { openPostDialog, submitButton } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

// The most taps and fields that a listing may cost once its text is written.
const [MAX_TAPS, MAX_FIELDS] = [8, 2];

/** Counts taps and fields like a member with one thumb. */
function thumb() {
  const count = { taps: 0, fields: 0 };
  return {
    count,
    tap: async (what: Locator) => {
      count.taps += 1;
      await what.click();
    },
    /** Choosing from a list takes two taps: one to open it and one to close it. */
    select: async (what: Locator, value: string | { label: string }) => {
      count.taps += 2;
      count.fields += 1;
      await what.selectOption(value);
    },
  };
}

async function publishStraw(page: Page, title: string) {
  const dialog = await openPostDialog(page, 'luz');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Behind the blue gate.');
  const { count, tap, select } = thumb();
  await tap(dialog.getByText('I have something'));
  await tap(dialog.getByRole('button', { name: 'Rice straw', exact: true }));
  await tap(dialog.getByRole('button', { name: 'I don’t know: all of it' }));
  await openFold(dialog);
  count.taps += 1;
  await select(dialog.getByLabel('Town'), { label: 'Guimba' });
  await tap(submitButton(dialog));
  await expect(dialog).toBeHidden();
  expect(count.taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(count.fields).toBeLessThanOrEqual(MAX_FIELDS);
}

async function pageOf(browser: Browser, who: string, baseURL: string | undefined): Promise<Page> {
  const page = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signIn(page, who);
  return page;
}

/** @returns kilograms of rice straw on the public page */
async function handedOver(page: Page): Promise<number> {
  await page.goto('/exchange/impact');
  const row = page.getByRole('row').filter({ hasText: 'Rice straw' });
  const text = await row.getByRole('cell').first().innerText();
  return Number(text.replaceAll(/\D/g, ''));
}

async function reportAll(page: Page, kg: string) {
  // A pickup may still be to come on its own day: members can cancel it until they report that it is over.
  await expect(page.getByText('Call it off').first()).toBeVisible();
  await expect(page.getByLabel('What happened')).toHaveCount(0);
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await expect(page.getByLabel('Why?')).toBeVisible();
  await expect(page.getByLabel('About how many kilograms?')).toHaveCount(0);
  await page.getByRole('link', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Call it off')).toHaveCount(0);
  await expect(page.getByLabel('What happened')).toHaveValue('taken');
  await page.getByLabel('About how many kilograms?').fill(kg);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Did it go well?' })).toHaveCount(0);
}

test('straw is listed with one thumb, found by Tagalog name and distance, fetched, and counted', async ({
  page,
  browser,
  baseURL,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  const title = `Straw by the canal ${Date.now()}`;
  const jun = await pageOf(browser, 'jun', baseURL);
  const before = await handedOver(jun);
  await publishStraw(page, title);

  await jun.goto('/forums/explore?search=dayami');
  await expect(jun.getByRole('heading', { name: title })).toBeVisible();
  await jun.goto('/exchange');
  await filterBy(jun, { material: 'rice-straw', town: 'Guimba', within: '25' });
  await jun.getByRole('link', { name: title }).click();
  // What a form needs without a signal is loaded ahead.
  await jun.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/queue-form.')),
  );
  await jun.getByLabel('Which day').fill(regionDay(Date.now()));
  await jun.getByLabel('Message to the owner').fill('I bring two men.');

  // A message written without a signal waits, and is sent once.
  await jun.context().setOffline(true);
  await jun.getByRole('button', { name: 'Ask', exact: true }).click();
  const unsent = jun.getByRole('region', { name: 'Waiting to be sent' });
  await expect(unsent).toContainText('I bring two men.');
  // The page loads again once the message is sent: a step to another page before that would be aborted.
  const shownAgain = jun.waitForEvent('load');
  await jun.context().setOffline(false);
  await expect(unsent).toHaveCount(0);
  await shownAgain;
  await jun.goto('/exchange/pickups');
  await jun.getByText(/^Waiting for their answer \(\d+\)$/).click();
  await jun.getByRole('link', { name: title }).click();
  await expect(jun).toHaveURL(/\/pickups\/[\da-f-]{36}$/);
  await expect(jun.getByText('Waiting for their answer')).toBeVisible();
  await expect(jun.getByRole('main')).not.toContainText(/09\d{9}/);

  await page.goto('/exchange/pickups');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('I bring two men.')).toBeVisible();
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByRole('link', { name: /^Call 09\d{9}$/ })).toBeVisible();
  await page.getByLabel('Exact place').fill('At the blue gate');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The exact place is saved.')).toBeVisible();
  await jun.reload();
  await expect(jun.getByRole('link', { name: /^Call 09\d{9}$/ })).toBeVisible();
  await expect(jun.getByText('At the blue gate')).toBeVisible();

  await reportAll(jun, '900');
  await reportAll(page, '850');
  // The two amounts differ: both members see both, and each can correct their own.
  await expect(page.getByText('You said: 850 kg. Jun Reyes: 900 kg.')).toBeVisible();
  await jun.reload();
  await expect(jun.getByRole('heading', { name: 'You two gave different amounts' })).toBeVisible();
  await jun.getByLabel('About how many kilograms?').fill('850');
  await jun.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(jun.getByRole('heading', { name: 'You two gave different amounts' })).toHaveCount(0);
  await axe();
  // The notification leads to the post, and the post to the pickups, even when nothing is left.
  await jun.getByRole('link', { name: 'Open the post' }).click();
  await expect(jun.getByText('All gone')).toBeVisible();
  await jun.getByRole('link', { name: 'Pickups', exact: true }).click();
  await expect(jun).toHaveURL(/\/exchange\/pickups$/);
  // Other tests may have added to the total.
  expect(await handedOver(page)).toBeGreaterThanOrEqual(before + 850);
  await jun.context().close();
});
