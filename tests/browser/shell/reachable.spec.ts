// Everything can be reached by keyboard, with large text, and on endless pages.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const LEGAL = ['Terms', 'License', 'Privacy'];

test('the account menu has few entries, and the legal pages where a list has no end', async ({
  page,
  axe,
}) => {
  await signIn(page, 'tess');
  const menu = page.locator('#account-menu');
  for (const [path, more] of [
    ['/forums/explore', LEGAL],
    ['/exchange/pickups', []],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(menu.getByRole('link')).toHaveText([
      'Account Information',
      /^Pickups/,
      'Help',
      ...more,
    ]);
    // The tests' site has one more language.
    await expect(menu.locator('form button').first()).toHaveText('English');
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(menu.locator('[data-saver]')).toHaveCount(0);
    await axe();
  }
});

test('the footer of a member has nothing of the account menu', async ({ page }) => {
  await signIn(page, 'tess');
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText(LEGAL);
  await expect(footer.getByRole('button')).toHaveCount(0);
  await expect(page.locator('#account-menu a')).toHaveCount(3);
});

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
