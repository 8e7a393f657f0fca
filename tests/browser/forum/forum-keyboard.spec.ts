import type { Locator } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('by keyboard alone a post is liked, commented, shared and updated, and the focus returns', async ({
  page,
}) => {
  const act = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  /** Opens a dialog, and closes it with Escape. */
  const visit = async (opener: Locator, name: string) => {
    await act(opener);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  };
  await signIn(page, 'ramon');
  const { path } = await addPost(page);
  await page.goto(path);
  const menu = page.getByRole('button', { name: /^More options for/ });
  await act(menu);
  await act(page.getByRole('button', { name: 'Update' }));
  const update = page.getByRole('dialog', { name: 'Update post' });
  await expect(update.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  const like = page.getByRole('button', { name: /^Like,/ });
  await act(like);
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await expect(like).toBeFocused();
  await expect(like).toBeEnabled();
  await visit(page.getByRole('button', { name: 'Share' }), 'Share post');

  await act(page.getByLabel('Your comment', { exact: true }));
  await page.keyboard.type('By keyboard.');
  await act(page.getByRole('button', { name: 'Post Comment' }));
  const comment = page.getByRole('listitem').filter({ hasText: 'By keyboard.' });
  await expect(comment).toContainText('Just now');

  await page.reload();
  await visit(page.getByRole('button', { name: 'All Likes' }), 'All Likes');
  await act(page.getByRole('button', { name: '1 comment', exact: true }));
  await expect(page.locator('#comments')).toBeFocused();
});
