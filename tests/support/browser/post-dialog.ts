import type { Locator, Page } from '@playwright/test';

import { blankPng } from '#tests/support/nouns/images.ts';

import { expect } from './browser-fixtures.ts';
import { signIn } from './sign-in.ts';

/** A small image, as Playwright selects files. */
export const png = (name: string) => ({ name, mimeType: 'image/png', buffer: blankPng(64, 48) });

/** Logs in and opens the dialog of a new post. */
export async function openPostDialog(page: Page, who: string): Promise<Locator> {
  await signIn(page, who);
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  return page.getByRole('dialog', { name: 'Create post' });
}

export const fileInput = (dialog: Locator) => dialog.locator('input[type=file]');
export const submitButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Post', exact: true });

/** Closes the dialog that offers to share a new post. */
export async function closeShareDialog(page: Page): Promise<void> {
  const share = page.getByRole('dialog', { name: 'Share post' });
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(share).toBeHidden();
}

/** Removing the entry goes back in the history, which would abort the next navigation. */
export const expectNoDialogEntry = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => (history.state as { isDialog?: true }).isDialog ?? false))
    .toBe(false);
