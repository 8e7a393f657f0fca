import { expect, test } from '#tests/support/browser-fixtures.ts';
import { addPost } from '#tests/support/forum-requests.ts';
import { signIn } from '#tests/support/sign-in.ts';

test('each comment that is sent is announced to screen readers', async ({ page }) => {
  await signIn(page, 'nardo');
  const { path } = await addPost(page);
  await page.goto(path);
  const status = page.locator('form').getByRole('status');
  for (const text of ['Is it dry?', 'And is it near?']) {
    const release = Promise.withResolvers<void>();
    await page.route('**/comments', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.getByLabel('Your comment', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await expect(status).toHaveText('Sending your comment…');
    release.resolve();
    await expect(status).toHaveText('Comment posted.');
    await page.unroute('**/comments');
  }
});
