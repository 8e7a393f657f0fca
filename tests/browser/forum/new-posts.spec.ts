import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost, postCards } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('new posts by others on Explore are announced, and shown on a tap', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.clock.install();
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(other, 'luz');
  const { title } = await addPost(other);
  await other.context().close();
  await page.evaluate(() => scrollTo({ top: 600 }));
  const pill = page.getByRole('button', { name: /new posts?$/ });
  await expect(pill).toBeHidden();
  // The page may have checked for new posts just before.
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(pill).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  await pill.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(postCards(page).first().locator(':focus')).toBeVisible();
  await expect(pill).toBeHidden();
});
