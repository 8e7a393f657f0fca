import type { Locator, Page } from '@playwright/test';

/** Opens one of the accordions. @returns its form */
export async function openSetting(page: Page, title: string): Promise<Locator> {
  const setting = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: title }) });
  await setting.getByRole('heading').click();
  return setting.locator('form');
}

/** Fills a form's fields and saves it. */
export async function save(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Save' }).click();
}
