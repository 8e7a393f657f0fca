// The weeks ahead for everyone, the grid of staff on a phone, and a member's own field.
import type { Page } from '@playwright/test';

import { WEEKS_AHEAD } from '#lib/contract/exchange/season.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** @returns the field of the nth week in the schedule of staff */
const weekField = (page: Page, nth: number) => page.getByRole('main').getByRole('textbox').nth(nth);

/** Opens the schedule of a town by the chooser of staff. */
async function openTown(page: Page, town: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Town' }).selectOption(town);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Rice straw, ${town}` })).toBeVisible();
}

test('a member’s own town comes first, the others are closed, and the page is short', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'jun');
  await page.goto('/season?town=0304911000');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Guimba');
  await expect(page.locator('details.week').first()).toHaveAttribute('open');
  const others = page.locator('details', { has: page.getByText('Other towns', { exact: true }) });
  await expect(others.first()).not.toHaveAttribute('open');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(2500);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a week leads to who can collect in a town, and to the machines that are free then', async ({
    page,
  }) => {
    await page.goto('/exchange?material=rice-straw');
    await page
      .getByRole('link', { name: /^Weeks ahead Rice straw: about .+ t in the week of/ })
      .click();
    await expect(page).toHaveURL('/season?material=rice-straw');
    await page.getByRole('combobox', { name: 'Town' }).selectOption('Guimba');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/\/season\?material=rice-straw&town=0304911000$/);
    const week = page.locator('details.week').first();
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
    await openTown(page, 'Guimba');
    const ofGuimba = await weekField(page, 7).inputValue();
    await openTown(page, 'Cuyapo');
    await weekField(page, 6).fill('soon');
    await weekField(page, 7).fill('1,250.5');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(weekField(page, 6)).toHaveValue('soon');
    await expect(weekField(page, 6)).toBeFocused();
    await expect(weekField(page, 6)).toHaveAccessibleDescription(/hectares/);
    await expect(weekField(page, 7)).toHaveValue('1,250.5');
    await weekField(page, 6).fill('');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(page.getByRole('status')).toHaveText('The schedule is saved.');
    await expect(page.getByRole('heading', { name: 'Rice straw, Cuyapo' })).toBeVisible();
    await expect(weekField(page, 7)).toHaveValue('1250.5');
    // Other towns are untouched.
    await page.getByRole('link', { name: 'Next town' }).click();
    await expect(weekField(page, 7)).not.toHaveValue('1250.5');
    await openTown(page, 'Guimba');
    await expect(weekField(page, 7)).toHaveValue(ofGuimba);
    await page.getByRole('link', { name: 'See the weeks ahead' }).click();
    await expect(page.getByText('1,250.5').first()).toBeVisible();
    await page.goto('/staff/season');
    await openTown(page, 'Cuyapo');
    await weekField(page, 7).fill('');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await expect(weekField(page, 7)).toHaveValue('');
  });
});

test('the schedule of staff has one town and no more fields than weeks', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'staff');
  await page.goto('/staff/season');
  const fields = page.getByRole('main').getByRole('textbox');
  await expect(fields).toHaveCount(WEEKS_AHEAD);
  // The first town has figures.
  const figures = await fields.evaluateAll((all) =>
    all.map((each) => (each as HTMLInputElement).value),
  );
  expect(figures.filter(Boolean)).not.toEqual([]);
  const [scrollWidth, scrollHeight] = await page.evaluate(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    return [width, height];
  });
  expect(scrollWidth).toBeLessThanOrEqual(360);
  expect(scrollHeight).toBeLessThan(1800);
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
