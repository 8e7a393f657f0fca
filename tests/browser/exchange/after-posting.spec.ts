// The questions to the owner of a new listing in the share dialog, one at a time (docs/product.md, "Posts").
import type { Page } from '@playwright/test';

import { addDays, mondayOf } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { openFold } from '#tests/support/browser/exchange-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** Publishes 40 bundles of straw. @returns the dialog that follows */
async function publishStraw(page: Page, origin: string) {
  await page.goto(`${origin}/forums/explore`);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await dialog.getByText('I have something').click();
  await dialog.getByRole('button', { name: 'Rice straw', exact: true }).click();
  await dialog.getByLabel('How much').fill('40');
  await openFold(dialog);
  await dialog.getByLabel('Town').selectOption({ label: 'Guimba' });
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  return page.getByRole('dialog', { name: 'Share post' });
}

test('the first straw asks for the next harvest, once, and each listing whether it repeats', async ({
  page,
  origin,
  onDatabase,
  axe,
}) => {
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  const share = await publishStraw(page, origin);
  const day = addDays(regionDay(Date.now()), 60);
  await expect(share.getByRole('heading', { name: 'When do you harvest next?' })).toBeVisible();
  await share.getByLabel('Day, about').fill(day);
  await axe();
  await share.getByRole('button', { name: 'Save' }).click();
  await expect(share.getByText(/^Saved\. It counts in Weeks ahead/)).toBeVisible();
  const harvests = await onDatabase((db) => db.selectFrom('harvests').selectAll().execute());
  expect(harvests.filter(({ monday }) => monday === mondayOf(day))).toHaveLength(1);
  const again = await publishStraw(page, origin);
  await expect(again.getByRole('heading', { name: 'Will you have this again?' })).toBeVisible();
  await again.getByRole('button', { name: 'Every week' }).click();
  await expect(again.getByText('Saved. It repeats now.')).toBeVisible();
  const repeated = await onDatabase((db) =>
    db.selectFrom('listings').where('repeat_weeks', '=', 1).selectAll().execute(),
  );
  expect(repeated.filter(({ amount }) => amount === 40)).toHaveLength(1);
});

test('a “no” leads to the next question, and to none after the last @full', async ({
  page,
  origin,
}) => {
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  const share = await publishStraw(page, origin);
  const no = share.getByRole('button', { name: 'No', exact: true });
  await expect(share.getByRole('heading', { name: 'When do you harvest next?' })).toBeVisible();
  await no.click();
  await expect(share.getByRole('heading', { name: 'Will you have this again?' })).toBeVisible();
  await no.click();
  await expect(no).toHaveCount(0);
});
