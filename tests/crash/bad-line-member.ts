// The actions of a member on a bad connection, who tries again until the page has reacted.
import { setTimeout } from 'node:timers/promises';

import type { Locator, Page } from '@playwright/test';

import { blankPng } from '#tests/support/nouns/images.ts';

const PATIENCE_MS = 300_000;
const STAY_MS = 1100;
const image = { name: 'straw.png', mimeType: 'image/png', buffer: blankPng(64, 48) };

const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ hasText: title }).first();
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Stays on the page for a second, as newer changes may be lost with the page (docs/decisions/0036-outbox.md). */
export const stay = (): Promise<void> => setTimeout(STAY_MS);

/** Repeats an attempt until it works, like a person. */
async function insist(page: Page, what: string, attempt: () => Promise<void>): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (page.isClosed() || Date.now() > until) throw new Error(what, { cause: error });
      await stay();
    }
  }
}

/** Opens a page until an element is there. */
const openPage = (page: Page, path: string, wanted: (page: Page) => Locator) =>
  insist(page, `open ${path}`, async () => {
    await page.goto(path);
    await wanted(page).waitFor();
  });

export const openExplore = (page: Page) =>
  openPage(page, '/forums/explore', (on) => on.getByRole('article').first());

/** Likes a post. */
export async function like(page: Page, title: string): Promise<void> {
  await openExplore(page);
  await card(page, title)
    .getByRole('button', { name: /^Like, / })
    .click();
  await card(page, title).locator('button[aria-pressed="true"]').waitFor();
  await stay();
}

/** Writes a comment. */
export async function writeComment(page: Page, path: string, text: string): Promise<void> {
  await openPage(page, path, (on) => on.getByLabel('Your comment', { exact: true }));
  await page.getByLabel('Your comment', { exact: true }).fill(text);
}

/** Presses Post Comment until the page has accepted the comment. */
export const sendComment = (page: Page) =>
  insist(page, 'comment', async () => {
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    await stay();
  });

/** After a killed tab: sends the comment unless it was sent or is waiting. */
export async function resumeComment(page: Page, path: string): Promise<void> {
  await openPage(page, path, (on) => on.getByLabel('Your comment', { exact: true }));
  await page.waitForLoadState('networkidle').catch(() => null);
  if ((await page.getByLabel('Your comment', { exact: true }).inputValue()) !== '')
    await sendComment(page);
}

/** Opens the dialog of a new post, and fills it in. */
export async function writePost(page: Page, title: string, description: string): Promise<void> {
  await openExplore(page);
  await insist(page, 'post dialog', async () => {
    await page.locator('[data-open-post]').filter({ visible: true }).click();
    await dialog(page, 'Create post').getByLabel('Title').waitFor();
  });
  const form = dialog(page, 'Create post');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill(description);
  await form.locator('input[type=file]').setInputFiles([image]);
  await form.getByText('1 / 5 Attachments').waitFor();
}

/** After a killed tab: continues the unfinished post. @returns its fields */
export async function resumePost(page: Page): Promise<string[]> {
  await openExplore(page);
  await insist(page, 'unfinished post', async () => {
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog(page, 'Create post').getByText('1 / 5 Attachments').waitFor();
  });
  const form = dialog(page, 'Create post');
  return [
    await form.getByLabel('Title').inputValue(),
    await form.getByLabel('Description').inputValue(),
  ];
}

/** Presses Post until the dialog closes, so the post is sent or waiting. */
export const sendPost = (page: Page) =>
  insist(page, 'post', async () => {
    const form = dialog(page, 'Create post');
    const again = form.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
    else if (await form.isVisible())
      await form.getByRole('button', { name: 'Post', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
  });

async function chooseInMenu(page: Page, title: string, item: string, opened: Locator) {
  await openPage(page, '/forums/my-discussions', (on) => card(on, title));
  await insist(page, item, async () => {
    await card(page, title)
      .getByRole('button', { name: /^More options for/ })
      .click();
    await page.getByRole('button', { name: item, exact: true }).click();
    await opened.waitFor();
  });
}

/** Changes the description of the member's own post. */
export async function updatePost(page: Page, title: string, description: string): Promise<void> {
  const form = dialog(page, 'Update post');
  await chooseInMenu(page, title, 'Update', form);
  await form.getByLabel('Description').fill(description);
  await insist(page, 'update', async () => {
    if (await form.isVisible()) await form.getByRole('button', { name: 'Update' }).click();
    await form.waitFor({ state: 'hidden' });
  });
}

/** Deletes the member's own post. */
export async function deletePost(page: Page, title: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await chooseInMenu(page, title, 'Delete', question);
  await insist(page, 'delete', async () => {
    if (await question.isVisible()) await question.getByRole('button', { name: 'Yes' }).click();
    await question.waitFor({ state: 'hidden' });
    await stay();
  });
}

/** Follows a member on their profile. */
export async function follow(page: Page, memberId: string): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openPage(page, `/forums/profile/${memberId}`, () => button('Follow'));
  await button('Follow').click();
  await button('Unfollow').waitFor();
  await stay();
}
