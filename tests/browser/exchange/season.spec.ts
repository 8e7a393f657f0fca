// The weeks ahead for everyone, the grid of staff on a phone, and a member's own field.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const CELL = /^(Cuyapo|Guimba), \d/;

/** @returns the field of a town in the nth week of the grid */
const cellOf = (page: Page, town: string, nth: number) =>
  page
    .getByRole('row', { name: new RegExp(`^${town}`) })
    .getByRole('textbox')
    .nth(nth);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a week leads to who can collect in a town, and to the machines that are free then', async ({
    page,
  }) => {
    await page.goto('/exchange');
    await page.getByRole('link', { name: 'Weeks ahead' }).click();
    await page.getByRole('combobox', { name: 'Material' }).selectOption('Rice straw');
    await page.getByRole('combobox', { name: 'Town' }).selectOption('Guimba');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/\/season\?material=rice-straw&town=0304911000$/);
    const week = page.getByRole('region', { name: /^\d+/ }).first();
    await expect(week.getByRole('row')).toHaveCount(2);
    const machine = week.getByRole('listitem').filter({ hasText: /^\s*Round baler/ });
    await expect(machine).toContainText(/Baler\W+Guimba\W+\d+\W+half\W+days\W+free$/);
    await expect(machine.getByRole('link')).toBeVisible();
    await week.getByRole('link', { name: /^Who can pick it up\? Rice straw, Guimba/ }).click();
    await expect(page).toHaveURL(/\/exchange\?kind=service&material=rice-straw&town=0304911000$/);
    await expect(page.getByRole('link', { name: /Round baler/ }).first()).toBeVisible();
  });

  test('staff type the schedule, and their input stays when a figure is wrong @full', async ({
    page,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 400/);
    await signIn(page, 'staff');
    await page.goto('/staff/season');
    await cellOf(page, 'Cuyapo', 6).fill('soon');
    await cellOf(page, 'Cuyapo', 7).fill('1,250.5');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(page.getByRole('alert')).toContainText('1 figure is not right yet');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(CELL);
    await expect(cellOf(page, 'Cuyapo', 6)).toHaveValue('soon');
    await expect(cellOf(page, 'Cuyapo', 6)).toBeFocused();
    await expect(cellOf(page, 'Cuyapo', 7)).toHaveValue('1,250.5');
    await cellOf(page, 'Cuyapo', 6).fill('');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(page.getByRole('status')).toHaveText('The schedule is saved.');
    await expect(cellOf(page, 'Cuyapo', 7)).toHaveValue('1250.5');
    await page.getByRole('link', { name: 'See the weeks ahead' }).click();
    await expect(page.getByText('1,250.5').first()).toBeVisible();
    await page.goto('/staff/season');
    await cellOf(page, 'Cuyapo', 7).fill('');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(cellOf(page, 'Cuyapo', 7)).toHaveValue('');
  });
});

test('on a phone the grid scrolls in its own box, and towns and weeks stay in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'staff');
  await page.goto('/staff/season');
  const box = page.getByRole('region', { name: /hectares by town and week$/ });
  await expect(box).toBeVisible();
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBeLessThanOrEqual(360);
  await box.evaluate((element) => element.scrollIntoView());
  const frame = await box.boundingBox();
  const last = cellOf(page, 'Zaragoza', 15);
  await last.focus();
  const town = page.getByRole('rowheader', { name: 'Zaragoza' });
  const weekHead = page.getByRole('columnheader').last();
  for (const seen of [town, weekHead, last]) {
    await expect(seen).toBeInViewport({ ratio: 0.9 });
    const place = await seen.boundingBox();
    expect(place?.x).toBeGreaterThanOrEqual(Math.floor(frame?.x ?? 0));
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(361);
  }
  // The names do not cover a field that has the focus.
  const [name, field] = [await town.boundingBox(), await last.boundingBox()];
  expect(field?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0) - 1);
  await cellOf(page, 'Aliaga', 0).focus();
  const [head, first] = [
    await page.getByRole('columnheader').nth(1).boundingBox(),
    await cellOf(page, 'Aliaga', 0).boundingBox(),
  ];
  expect(first?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
});

test('a member adds a field, changes it, and deletes it', async ({ page, allowBrowserErrors }) => {
  allowBrowserErrors(/status of 400/);
  await signIn(page, 'dante');
  await page.goto('/season');
  await page.getByRole('link', { name: 'Add your own field' }).click();
  const own = page.locator('#own');
  const field = (name: string) => own.getByLabel(name).last();
  await field('Town').selectOption('Aliaga');
  await field('How many hectares?').fill('much');
  await own.getByRole('button', { name: 'Save' }).last().click();
  await expect(own.getByText('Please type hectares as a number, such as 1.5.')).toBeVisible();
  await expect(field('Town').locator('option:checked')).toHaveText('Aliaga');
  await field('How many hectares?').fill('1.5');
  await own.getByRole('button', { name: 'Save' }).last().click();
  await expect(own.getByRole('status')).toHaveText('Saved. Thank you for saying so in time.');
  const item = own
    .getByRole('listitem')
    .filter({ hasText: 'Aliaga' })
    .filter({ hasText: '1.5 ha' });
  await expect(item).toHaveCount(1);
  await item.getByText('Change', { exact: true }).click();
  await item.getByLabel('How many hectares?').fill('2');
  await item.getByRole('button', { name: 'Save' }).click();
  const changed = own
    .getByRole('listitem')
    .filter({ hasText: 'Aliaga' })
    .filter({ hasText: '2 ha' });
  await expect(changed).toHaveCount(1);
  await changed.getByText('Delete', { exact: true }).click();
  await changed.getByRole('button', { name: 'Delete the field' }).click();
  await expect(own.getByRole('status')).toHaveText('Deleted.');
  await expect(changed).toHaveCount(0);
});
