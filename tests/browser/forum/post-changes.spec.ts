import type { Locator, Page } from '@playwright/test';

import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const menu = (within: Page | Locator) => within.getByRole('button', { name: /^More options for/ });
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

test(
  'of two windows that update a post, the second sees the first’s text',
  { tag: '@full' },
  async ({ page, axe, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 409/);
    await signIn(page, 'luz');
    const { id, title, path } = await addPost(page);
    await page.goto(path);
    await menu(page).click();
    await page.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update post' });
    await dialog.getByLabel('Description').fill('Mine.');
    const data = { title, description: 'From the other window.' };
    await sendRequest(page, `/forum/posts/${id}`, { method: 'PATCH', data });
    await dialog.getByRole('button', { name: 'Update' }).click();
    const other = dialog.getByRole('region', { name: 'The text of the other window' });
    await expect(other).toContainText('From the other window.');
    await expect(dialog.getByLabel('Description')).toHaveValue('Mine.');
    await axe();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
    await expect(page.getByText('Mine.')).toBeVisible();
  },
);

test(
  'after a card is deleted, the focus is on the next one',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'rosario');
    const next = await addPost(page);
    const { title } = await addPost(page);
    await page.goto('/forums/my-discussions');
    await menu(card(page, title)).press('Enter');
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(card(page, title)).toHaveCount(0);
    await expect(page.getByRole('link', { name: next.title, exact: true })).toBeFocused();
  },
);
