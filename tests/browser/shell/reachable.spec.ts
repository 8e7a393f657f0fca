// Everything can be reached by keyboard, with large text, and on endless pages.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

test(
  'the account menu has the data saver and the legal pages',
  { tag: '@full' },
  async ({ page, axe }) => {
    await signIn(page, 'tess');
    await page.goto('/forums/explore');
    await page.getByRole('button', { name: 'Account menu' }).click();
    const menu = page.locator('#account-menu');
    await axe();
    for (const name of ['Terms', 'License', 'Privacy'])
      await expect(menu.getByRole('link', { name })).toBeVisible();
    await menu.getByRole('button', { name: 'Data saver: off' }).click();
    await expect(menu.locator('[data-saver][aria-pressed=true]')).toBeAttached();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(menu.getByRole('button', { name: 'Data saver: on' })).toBeVisible();
  },
);

test('a member reads how a post gets a response', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'tess');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/forums/explore');
  await expect(
    page.getByRole('heading', { name: 'How to get answers to your post' }),
  ).toBeVisible();
});

test('an Arabic text runs from right to left', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'tess');
  const text = '\u0642\u0634!';
  const { path } = await addPost(page, text);
  await page.goto(path);
  await expect(page.getByText(text)).toHaveCSS('direction', 'rtl');
});

test('a search is announced', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  const field = page.getByRole('searchbox', { name: 'Search Glean' });
  for (const [term, status] of [
    ['straw', 'results for straw'],
    ['zzqx', 'No results for zzqx'],
  ] as const) {
    await field.fill(term);
    await field.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: status })).toHaveCount(1);
  }
});

test('a link to the comments of a post leads there through the login', async ({ page }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  await page.context().clearCookies();
  await page.goto(`${path}#comments`);
  await enterCredentials(page, 'edgar@glean.example', PASSWORD);
  await expect(page).toHaveURL(`${path}#comments`);
});
