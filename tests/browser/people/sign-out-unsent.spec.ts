// Signing out asks before it deletes unsent text.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored, storedRecords } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

async function pressLogout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Log out?' });

async function openMenu(page: Page, path: string, action: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('button', { name: action }).click();
}

test('logging out asks before it deletes an unfinished update and report @full', async ({
  page,
}) => {
  await signIn(page, 'pilar');
  const others = await addPost(page);
  await signIn(page, 'edgar');
  const own = await addPost(page);
  await openMenu(page, own.path, 'Update');
  await page.getByRole('dialog').getByLabel('Description').fill('Three sacks, begun.');
  await expectStored(page, 'Three sacks, begun.');
  await openMenu(page, others.path, 'Report');
  await page.getByRole('dialog').getByRole('textbox').fill('It is sold.');
  await expectStored(page, 'It is sold.');
  await page.reload();
  await pressLogout(page);
  await expect(question(page)).toContainText(
    'Not sent yet: an unfinished update, an unfinished report. If you log out, you’ll lose it.',
  );
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await storedRecords(page, 'drafts')).toContain('Three sacks, begun.');
});
