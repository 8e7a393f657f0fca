import type { Browser, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addComment, addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const comments = (page: Page) => page.locator('#comments').getByRole('listitem');
// The entry in the menu of the comment.
const edit = (page: Page) =>
  page.getByRole('link', { name: 'Edit or delete your comment', includeHidden: true });
async function openEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options of your comment' }).click();
  await edit(page).click();
}

const field = (page: Page) => page.getByLabel('Comment', { exact: true });

/** Adds a post and a comment of a member. @returns the page of the post */
async function writeComment(page: Page, who: string, comment: string): Promise<string> {
  await signIn(page, who);
  const { id, path } = await addPost(page);
  await addComment(page, id, comment);
  return path;
}

/** @returns a page of a member whose browser runs no scripts */
async function withoutScripts(browser: Browser, who: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

test('a member edits a comment, loses no rejected text, and deletes it @full', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  const path = await writeComment(page, 'celia', 'Is it stil there?');
  await page.goto(path);
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(comments(page)).not.toContainText('edited');
  await axe();
  await openEdit(page);

  await expect(field(page)).toHaveValue('Is it stil there?');
  await axe();
  await field(page).fill('\u202e');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('#comment-error')).toBeVisible();
  await expect(field(page)).toHaveValue('\u202e');
  await field(page).fill('Is it still there?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page)).toContainText('Is it still there?');
  await expect(comments(page)).toContainText('edited');
  await openEdit(page);
  await page.getByText('Delete this comment').click();
  await axe();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}#comments$`));
  await expect(page.getByText('No comments yet.')).toBeVisible();
});

test('the two newest comments are shown at once, with menus, and all behind the button @full', async ({
  page,
  browser,
  axe,
}) => {
  await signIn(page, 'celia');
  const { id, path } = await addPost(page);
  for (const words of ['The first.', 'The second.', 'The third.'])
    await addComment(page, id, words);
  await page.goto(path);
  const plain = await withoutScripts(browser, 'celia');
  await plain.goto(page.url());
  await expect(comments(plain)).toContainText(['The second.', 'The third.']);
  await plain.getByRole('button', { name: 'Options of your comment' }).last().click();
  await expect(edit(plain).last()).toBeVisible();
  await plain.context().close();

  await expect(comments(page)).toHaveCount(2);
  await axe();
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(comments(page)).toContainText(['The first.', 'The second.', 'The third.']);
  await expect(comments(page)).toHaveCount(3);
});

test('the page of a comment works without JavaScript @full', async ({ page, browser }) => {
  const path = await writeComment(page, 'celia', 'Ten sacks?');
  await page.goto(path);
  await page.getByRole('button', { name: 'View Comments' }).click();
  const href = (await edit(page).getAttribute('href')) ?? '';
  const plain = await withoutScripts(browser, 'celia');
  await plain.goto(new URL(href, page.url()).href);
  await field(plain).fill('Twelve sacks?');
  await plain.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(plain).toHaveURL(new RegExp(`${path}\\?comment=`));
  await page.reload();
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(comments(page)).toContainText('Twelve sacks?');

  // The comment was deleted in another tab: the form has nothing left to change, and leads to the post.
  await plain.goto(new URL(href, page.url()).href);
  await openEdit(page);
  await page.getByText('Delete this comment').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await plain.getByRole('button', { name: 'Save' }).click();
  await expect(plain).toHaveURL(new RegExp(`${path}$`));
  await plain.context().close();
});

test('another member is redirected from the page of a comment to its post @full', async ({
  page,
  browser,
}) => {
  const path = await writeComment(page, 'celia', 'Mine');
  await page.goto(path);
  await page.getByRole('button', { name: 'View Comments' }).click();
  const href = (await edit(page).getAttribute('href')) ?? '';
  const other = await withoutScripts(browser, 'tess');
  await other.goto(new URL(href, page.url()).href);
  await expect(other).toHaveURL(new RegExp(`${path}$`));
  await other.context().close();
});
