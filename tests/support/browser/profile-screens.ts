import type { Locator, Page } from '@playwright/test';

import type { OwnServerFixtures } from './own-server-fixtures.ts';
import { signIn } from './sign-in.ts';

type Given = Pick<OwnServerFixtures, 'origin' | 'maria' | 'onDatabase'> & { page: Page };

/** Opens Maria's profile, before each test of a file. */
export async function openProfile({ page, origin, maria, onDatabase }: Given): Promise<void> {
  const known = { contact_phone: '09171234567', birthdate: '1976-03-14' };
  await onDatabase((db) =>
    db.updateTable('members').set(known).where('id', '=', maria.id).execute(),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/profile`);
}

/** Opens one of the accordions. @returns its form */
export async function openSetting(page: Page, title: string): Promise<Locator> {
  const setting = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: title }) });
  await setting.getByRole('heading').click();
  return setting.locator('form');
}

/** Opens a row of the profile that is folded, e.g. its settings. */
export const openFold = (page: Page, title: string): Promise<void> =>
  page
    .locator('summary')
    .filter({ has: page.getByText(title, { exact: true }) })
    .click();

/** Fills a form's fields and saves it. */
export async function save(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
}
