import type { Locator, Page } from '@playwright/test';

import { addPost } from './forum-requests.ts';
import { signIn } from './sign-in.ts';

export const commentField = (page: Page): Locator =>
  page.getByLabel('Your comment', { exact: true });

export const commentButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Post Comment' });

export const commentWith = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text });

/** Adds a post of a member and opens it. */
export async function openNewPost(page: Page, who: string) {
  await signIn(page, who);
  const made = await addPost(page);
  await page.goto(made.path);
  return made;
}
