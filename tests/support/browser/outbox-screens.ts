import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { blankPng } from '#tests/support/nouns/images.ts';

import { preloadOutbox } from './device-storage.ts';
import { signIn } from './sign-in.ts';

const png = { name: 'straw.png', mimeType: 'image/png', buffer: blankPng(64, 48) };

/** The entries of the outbox on the page. */
export const outbox = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting to be sent' });

export const postDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Create post' });

/** Opens Explore, and writes a post with an image in the dialog. */
export async function writePost(page: Page, who: string): Promise<string> {
  await signIn(page, who);
  await page.goto('/forums/explore');
  await preloadOutbox(page);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const title = `Cobs ${crypto.randomUUID()}`;
  await postDialog(page).getByLabel('Title').fill(title);
  await postDialog(page).getByLabel('Description').fill('One cart.');
  await postDialog(page).locator('input[type=file]').setInputFiles([png]);
  await expect(postDialog(page).getByText('1 / 5 Attachments')).toBeVisible();
  return title;
}

export const pressPost = (page: Page) =>
  postDialog(page).getByRole('button', { name: 'Post', exact: true }).click();

/** Writes a post, and submits it offline. */
export async function queuePost(page: Page, context: BrowserContext, who: string): Promise<string> {
  const title = await writePost(page, who);
  await context.setOffline(true);
  await pressPost(page);
  await expect(outbox(page)).toContainText(title);
  return title;
}

export const postsWith = (page: Page, title: string) =>
  page.getByRole('article').filter({ hasText: title });
