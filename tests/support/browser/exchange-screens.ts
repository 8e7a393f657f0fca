import { expect, type Locator, type Page } from '@playwright/test';

import { openPostDialog, submitButton } from './post-dialog.ts';

/** Opens the sheet of filters on phones; on wide screens, filters are beside the list. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filters' });
  if (await button.isVisible()) await button.click();
  await expect(page.getByRole('search', { name: 'Filters' })).toBeVisible();
}

/**
 * Sets filters of the exchange. Phones have a sheet, which is sent with a button; on wide screens, a script applies each
 * filter when it is changed.
 * @param choices options by the name of the filter
 */
export async function filterBy(
  page: Page,
  choices: Record<string, string>,
  { hasScripts = true } = {},
): Promise<void> {
  const isSheet = await page.getByRole('button', { name: 'Filters' }).isVisible();
  const actsAtOnce = hasScripts && !isSheet;
  await openFilters(page);
  for (const [name, option] of Object.entries(choices))
    await expect(async () => {
      await page.locator(`#filters select[name=${name}]`).selectOption(option);
      if (actsAtOnce) await expect(page).toHaveURL(RegExp(`[?&]${name}=[^&]`), { timeout: 5000 });
    }).toPass();
  if (!actsAtOnce) await page.getByRole('button', { name: 'Show', exact: true }).click();
}

/**
 * Opens the folded part about sharing a truck on a pickup’s page.
 * @param name of the fold, which differs for a short distance
 */
export const openSharing = (page: Page, name: string): Promise<void> =>
  page.locator('summary:has(+ #share)', { hasText: name }).click();

/**
 * Fills in the required fields of a listing, as a member on a phone.
 * @param material any of its names
 */
export async function stateListing(dialog: Locator, material: string, town: string): Promise<void> {
  await dialog.getByText('I have something').click();
  await dialog.getByLabel('Material').fill(material);
  await openFold(dialog);
  await dialog.getByLabel('Town').selectOption({ label: town });
}

/** Opens the optional fields of a listing. For a member without a town they are open from the start. */
export async function openFold(dialog: Locator): Promise<void> {
  // The innermost: where a post is edited, this fold is inside another.
  const fold = dialog
    .locator('details', { has: dialog.page().getByLabel('Barangay or landmark') })
    .last();
  await expect(fold).toBeVisible();
  if (!(await dialog.getByLabel('Town').isVisible())) await fold.locator('summary').first().click();
}

/** Says that a listing is for everything the member has, without an amount. */
export const chooseAll = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'I don’t know: all of it' }).click();

/**
 * Publishes a post with a listing as Luz.
 * @param amount number of pieces; none by default
 * @returns the path of its public page
 */
export async function publishListing(page: Page, title: string, amount = ''): Promise<string> {
  const dialog = await openPostDialog(page, 'luz');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Behind the blue gate.');
  await stateListing(dialog, 'bamboo', 'Guimba');
  if (amount) {
    await dialog.getByLabel('How much').fill(amount);
    await dialog.getByLabel('Unit', { exact: true }).selectOption('piece');
  } else await chooseAll(dialog);
  await submitButton(dialog).click();
  await expect(dialog).toBeHidden();
  const link = page.getByRole('heading', { name: title }).getByRole('link');
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  return `/exchange/${id}`;
}
