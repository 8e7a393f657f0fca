import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { preloadOutbox } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('each sent comment is announced to screen readers @full', async ({ page }) => {
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

test('a waiting comment is announced as waiting', async ({ page, context, allowBrowserErrors }) => {
  // Islands that come into view are hydrated, and their code was not loaded yet.
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|Error hydrating/);
  await signIn(page, 'nardo');
  const { path } = await addPost(page);
  await page.goto(path);
  await preloadOutbox(page);
  const status = page.locator('form').getByRole('status');
  await context.setOffline(true);
  await page.getByLabel('Your comment', { exact: true }).fill('Is it dry?');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(status).toHaveText(/^Your comment is waiting\./);
  await expect(page.getByText('Comment posted.')).toHaveCount(0);
  await context.setOffline(false);
  await expect(status).toBeEmpty();
});

test('a second press within a second adds no comment and no error @full', async ({ page }) => {
  await signIn(page, 'nardo');
  const { path } = await addPost(page);
  const start = Date.now();
  await page.clock.setFixedTime(start);
  await page.goto(path);
  const button = page.getByRole('button', { name: 'Post Comment' });
  await page.getByLabel('Your comment', { exact: true }).fill('Is it dry?');
  await button.click();
  await expect(page.locator('form').getByRole('status')).toHaveText('Comment posted.');
  await page.clock.setFixedTime(start + 500);
  await button.click();
  await expect(page.getByText('Please add your comment.')).toHaveCount(0);
  await expect(page.locator('#comments').getByRole('listitem')).toHaveCount(1);
  await page.clock.setFixedTime(start + 2000);
  await button.click();
  await expect(page.getByText('Please add your comment.')).toBeVisible();
});
