// An update based on an outdated text shows both texts, also when it is sent or opened later.
import type { Page } from '@playwright/test';

import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  expectStored,
  preloadOutbox,
  storedRecords,
} from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { outbox, postsWith } from '#tests/support/browser/outbox-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Update post' });
const otherText = (page: Page) =>
  dialogOf(page).getByRole('region', { name: 'The text of the other window' });

/** Opens the update dialog of the member's own post, and writes a description. */
async function beginUpdate(page: Page, title: string, description: string): Promise<void> {
  await page.goto('/forums/my-discussions');
  await preloadOutbox(page);
  await openUpdate(page, title);
  await dialogOf(page).getByLabel('Description').fill(description);
  await expectStored(page, description);
}

async function openUpdate(page: Page, title: string): Promise<void> {
  await postsWith(page, title)
    .getByRole('button', { name: /^More options for/ })
    .click();
  await page.getByRole('button', { name: 'Update' }).click();
}

const pressUpdate = (page: Page) =>
  dialogOf(page).getByRole('button', { name: 'Update', exact: true }).click();

test.beforeEach(({ allowBrowserErrors }) =>
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|status of 409/),
);

test('an update that waited while the post changed shows both texts, and overwrites nothing unseen', async ({
  page,
  context,
}) => {
  await signIn(page, 'luz');
  const { id, title } = await addPost(page);
  await beginUpdate(page, title, 'Mine.');
  await context.setOffline(true);
  await pressUpdate(page);
  await expect(outbox(page)).toContainText('Mine.');
  const data = { title, description: 'From the other window.' };
  await sendRequest(page, `/forum/posts/${id}`, { method: 'PATCH', data });
  await context.setOffline(false);
  await expect(outbox(page).getByRole('alert')).toContainText('changed somewhere else');
  await outbox(page).getByRole('button', { name: 'Edit' }).click();
  await expect(dialogOf(page).getByLabel('Description')).toHaveValue('Mine.');
  await expect(otherText(page)).toContainText('From the other window.');
  await pressUpdate(page);
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(postsWith(page, title)).toContainText('Mine.');
  await expect.poll(() => storedRecords(page, 'drafts')).toBe('[]');
});

test(
  'an update started before the post changed shows both texts after a closed tab',
  { tag: '@full' },
  async ({ page, context }) => {
    await signIn(page, 'luz');
    const { id, title } = await addPost(page);
    await beginUpdate(page, title, 'Mine.');
    await page.close();
    const later = await context.newPage();
    const data = { title, description: 'From the other window.' };
    await sendRequest(later, `/forum/posts/${id}`, { method: 'PATCH', data });
    await later.goto('/forums/my-discussions');
    await openUpdate(later, title);
    await expect(dialogOf(later).getByLabel('Description')).toHaveValue('Mine.');
    await expect(otherText(later)).toContainText('From the other window.');
    await otherText(later).getByRole('button', { name: 'Use this text' }).click();
    await expect(dialogOf(later).getByLabel('Description')).toHaveValue('From the other window.');
    const own = dialogOf(later).getByRole('region', { name: 'Your text' });
    await expect(own).toContainText('Mine.');
    await own.getByRole('button', { name: 'Use this text' }).click();
    await expect(dialogOf(later).getByLabel('Description')).toHaveValue('Mine.');
    await expect(otherText(later)).toBeVisible();
  },
);

test(
  'an update that still waits can be edited offline',
  { tag: '@full' },
  async ({ page, context }) => {
    await signIn(page, 'luz');
    const { title } = await addPost(page);
    await beginUpdate(page, title, 'Mine.');
    await context.setOffline(true);
    await pressUpdate(page);
    await outbox(page).getByRole('button', { name: 'Edit' }).click();
    await expect(dialogOf(page).getByLabel('Description')).toHaveValue('Mine.');
    await expect(otherText(page)).toHaveCount(0);
    await dialogOf(page).getByLabel('Description').fill('Mine, again.');
    await pressUpdate(page);
    await context.setOffline(false);
    await expect(postsWith(page, title)).toContainText('Mine, again.');
    await expect(outbox(page)).toHaveCount(0);
  },
);
