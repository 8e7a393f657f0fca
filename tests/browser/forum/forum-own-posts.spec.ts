import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored } from '#tests/support/browser/device-storage.ts';
import { addPost, deletePost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const menu = (within: Page | Locator) => within.getByRole('button', { name: /^More options for/ });
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

test('updating a post changes it in every list @full', async ({ page, axe }) => {
  await signIn(page, 'luz');
  const { title } = await addPost(page);
  await page.goto('/forums/my-discussions');
  await menu(card(page, title)).click();
  await axe();
  await page.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update post' });
  const save = dialog.getByRole('button', { name: 'Update' });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('Nothing has changed yet.');
  const field = dialog.getByLabel('Title');
  await expect(field).toBeFocused();
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
  await field.fill('   ');
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('Add a title to update.');
  await axe();
  await dialog.getByLabel('Title').fill(`  ${title}, gone  `);
  await save.click();
  await expect(page.getByText('Post Updated Successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${title}, gone`, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(page).toHaveURL('/forums/explore');
  await expect(page.getByRole('heading', { name: `${title}, gone`, exact: true })).toBeVisible();
});

test(
  'closing a changed form asks for confirmation, and the focus returns',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'luz');
    const { title } = await addPost(page);
    await page.goto('/forums/my-discussions');
    await menu(card(page, title)).click();
    await page.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update post' });
    await dialog.getByLabel('Description').fill('Other words.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(menu(card(page, title))).toBeFocused();
    await expect(card(page, title)).toContainText('Two sacks.');
  },
);

test('a deleted post disappears from every list', { tag: '@full' }, async ({ page, axe }) => {
  await signIn(page, 'tess');
  const { title } = await addPost(page);
  await page.goto('/forums/explore');
  await expect(card(page, title)).toBeVisible();
  await page.getByRole('link', { name: 'My Discussions' }).click();
  await expect(page).toHaveURL('/forums/my-discussions');
  await menu(card(page, title)).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this post?',
  });
  await axe();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(card(page, title)).toBeVisible();
  await menu(card(page, title)).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Post Successfully Deleted.')).toBeVisible();
  await expect(card(page, title)).toHaveCount(0);
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(page).toHaveURL('/forums/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card(page, title)).toHaveCount(0);
});

test('deleting a post on its own page leads to My Discussions @full', async ({ page }) => {
  await signIn(page, 'tess');
  const { path } = await addPost(page);
  await page.goto(path);
  await menu(page).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/forums/my-discussions');
  await expect(page.getByText('Post Successfully Deleted.')).toBeVisible();
});

test(
  'liking or updating a post deleted elsewhere shows an error and removes it from the list',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 404/);
    await signIn(page, 'ramon');
    const [liked, updated] = [await addPost(page), await addPost(page)];
    await page.goto('/forums/my-discussions');
    for (const { id } of [liked, updated]) await deletePost(page, id);
    const gone = () => expectToast(page, 'ForumsPageToast', 'This post no longer exists.');
    await card(page, liked.title)
      .getByRole('button', { name: /^Like,/ })
      .click();
    await gone();
    await expect(card(page, liked.title)).toHaveCount(0);
    await menu(card(page, updated.title)).click();
    await page.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update post' });
    await dialog.getByLabel('Description').fill('Gone by now.');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await gone();
    await expect(dialog.getByLabel('Description')).toHaveValue('Gone by now.');
    await expect(card(page, updated.title)).toHaveCount(0);
  },
);

test(
  'a failed deletion shows the error and keeps the post',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 500/);
    await signIn(page, 'tess');
    const { path, id } = await addPost(page);
    await page.goto(path);
    const failure = { error: 'Please try later.', code: 'internal' };
    await page.route(`**/api/web/forum/posts/${id}`, (route) =>
      route.fulfill({ status: 500, json: failure }),
    );
    await menu(page).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Please try later.')).toBeVisible();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(page).toHaveURL(path);
  },
);

test('a report survives an ended session and a new login @full', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 40[13]/);
  await signIn(page, 'nena');
  const { path } = await addPost(page);
  await signIn(page, 'mark');
  await page.goto(path);
  await menu(page).click();
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report post' });
  const why = dialog.getByLabel('What’s wrong with this post?');
  await why.fill('It asks for money first.');
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(why).toHaveValue('It asks for money first.');
  await signIn(page, 'mark');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Your report has been submitted.')).toBeVisible();
});

test('a report needs a reason, survives a reload, and can be sent once @full', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 409/);
  await signIn(page, 'mark');
  const { path } = await addPost(page);
  await signIn(page, 'nena');
  await page.goto(path);
  const open = async () => {
    await menu(page).click();
    await page.getByRole('button', { name: 'Report' }).click();
    return page.getByRole('dialog', { name: 'Report post' });
  };
  const dialog = await open();
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText('Please provide a reason of report.')).toBeVisible();
  await axe();
  const why = dialog.getByLabel('What’s wrong with this post?');
  for (const reason of ['It’s rude', 'It asks for money in advance', 'It’s rude'])
    await dialog.getByRole('button', { name: reason }).click();
  await expect(why).toHaveValue('It asks for money in advance.');
  await why.fill('It asks for money first.');
  await expectStored(page, 'It asks for money first.');
  await page.reload();
  await open();
  await expect(why).toHaveValue('It asks for money first.');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Your report has been submitted.')).toBeVisible();
  await expect(menu(page)).toBeFocused();
  await open();
  await expect(dialog.getByText('You have already reported this post.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Report' })).toHaveCount(0);
});
