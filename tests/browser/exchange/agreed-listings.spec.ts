// A listing is reduced below what is already agreed: its owner sees the pickup in conflict, and can confirm.
import type { Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { regionDay } from '#lib/site.ts';
import { addPickup } from '#tests/support/browser/appointments.ts';
import { openFold } from '#tests/support/browser/exchange-screens.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** Opens the update of Maria’s post, with its listing. */
async function openListing(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update post' });
  await dialog.getByText('What it says on the exchange').click();
  return dialog;
}

test('less than is agreed is rejected with the pickup, and an earlier last day until its owner keeps it', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 409/);
  const { id, path, post } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 3 }),
  );
  const stored = (): Promise<AppointmentTable> =>
    onDatabase((db) =>
      db.selectFrom('appointments').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
    );
  const before = await stored();
  await signIn(page, 'maria', origin);
  const dialog = await openListing(page, origin + post);
  const update = dialog.getByRole('button', { name: 'Update' });
  const pickup = dialog.getByRole('link', { name: /\d, Jun Reyes$/ });
  const keep = dialog.getByLabel('Keep what is agreed as it is');

  const amount = dialog.getByLabel('How much');
  await amount.fill('20');
  await update.press('Enter');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/already promised more than this/);
  await expect(pickup).toHaveAttribute('href', path);
  await expect(keep).toHaveCount(0);

  await amount.fill('35');
  const last = dialog.getByLabel('Last day');
  await openFold(dialog);
  await dialog.getByText('Other', { exact: true }).click();
  await last.fill(addDays(regionDay(Date.now()), 1));
  await update.press('Enter');
  await expect(last).toBeFocused();
  await expect(last).toHaveAccessibleDescription(/on days that it has no more/);
  await expect(pickup).toHaveAttribute('href', path);
  await axe();
  await tabTo(page, keep);
  await page.keyboard.press('Space');
  await update.press('Enter');
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('5 bundles');
  expect(await stored()).toEqual(before);
});
