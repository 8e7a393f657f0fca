import type { Page } from '@playwright/test';

/** Follows a link of the main navigation, which is in a menu on phones. */
export async function followMainLink(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name }).first().click();
}
