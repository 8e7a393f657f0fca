import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const LONG = 'Dry, under a tarp beside the road, and a truck can reach it. '.repeat(12);

test(
  'a long text is clamped to two lines until See More',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, 'vicky');
    const { path } = await addPost(page, LONG);
    await page.goto(path);
    const text = page.getByText(LONG.slice(0, 40));
    const height = async () => (await text.boundingBox())?.height ?? 0;
    await page.getByRole('button', { name: 'See More' }).click();
    const open = await height();
    await page.getByRole('button', { name: 'See Less' }).click();
    expect(await height()).toBeLessThan(open / 2);
  },
);

test('a short text has no See More', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'vicky');
  const { path, title } = await addPost(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'See More' })).toHaveCount(0);
});

test('a like shows immediately, is sent once, and is stored', async ({ page }) => {
  await signIn(page, 'dante');
  const { path } = await addPost(page);
  await page.goto(path);
  await expect(page.getByText('No Likes')).toBeVisible();
  let sent = 0;
  const release = Promise.withResolvers<void>();
  // A second press would undo the like.
  await page.route(/\/(?:un)?likes?$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent += 1;
    await release.promise;
    await route.continue();
  });
  const like = page.getByRole('button', { name: /^Like,/ });
  await like.click();
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toBeDisabled();
  await like.press('Enter');
  release.resolve();
  await expect(like).toBeEnabled();
  expect(sent).toBe(1);
  await expect(page.getByRole('button', { name: /^Liked by you All Likes$/ })).toBeVisible();
  await page.reload();
  await expect(like).toHaveAccessibleName('Like, 1 like');
});

test(
  'a like that fails is rolled back with an error',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 500/);
    await signIn(page, 'dante');
    const { path } = await addPost(page);
    await page.goto(path);
    const failure = { error: 'Please try later.', code: 'internal' };
    await page.route('**/likes', (route) => route.fulfill({ status: 500, json: failure }));
    const like = page.getByRole('button', { name: /^Like,/ });
    await like.click();
    await expect(page.getByText('Please try later.')).toBeVisible();
    await expect(page.locator('.ForumsPageToast')).toBeVisible();
    await expect(like).toHaveAccessibleName('Like, 0 likes');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  },
);

test('likes are listed, and the focus returns', { tag: '@full' }, async ({ page, axe }) => {
  await signIn(page, 'ramon');
  const { path } = await addPost(page);
  await page.goto(path);
  await page.getByRole('button', { name: /^Like,/ }).click();
  const stack = page.getByRole('button', { name: 'All Likes' });
  await stack.click();
  const all = page.getByRole('dialog', { name: 'All Likes' });
  await expect(all.getByRole('link', { name: 'Ramon David' })).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await expect(all).toBeHidden();
  await expect(stack).toBeFocused();
});

test(
  'Share copies the link, and the dialog copies it again',
  { tag: '@full' },
  async ({ page, context, axe }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'luz');
    const { path } = await addPost(page);
    await page.goto(path);
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    const dialog = page.getByRole('dialog', { name: 'Share post' });
    const copy = dialog.getByRole('button', { name: 'Copy Link' });
    await expect(copy).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(path);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy.click();
    await expect(dialog.getByText('Link Copied')).toBeVisible();
    await axe();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(path);
    await expect(copy).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(share).toBeFocused();
  },
);

test('a missing post redirects to Explore, which says why', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'celia');
  for (const id of ['01a1fc00-9b1e-7102-b125-000000000000', 'nonsense']) {
    await page.goto(`/forums/posts/${id}`);
    await expect(page.getByText('This post no longer exists.')).toBeVisible();
    await expect(page).toHaveURL('/forums/explore');
  }
});

test('a guest who opens a post signs in and comes back to it @full', async ({ page }) => {
  await page.goto('/forums/explore');
  await page.getByRole('article').first().getByRole('heading').click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await enterCredentials(page, 'edgar@glean.example', PASSWORD);
  await expect(page).toHaveURL(/\/forums\/posts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the comment count of a card opens the comments, that of the post scrolls to them @full', async ({
  page,
}) => {
  await signIn(page, 'edgar');
  const { title } = await addPost(page, LONG);
  await page.goto('/forums/my-discussions');
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('link', { name: /comment/ }).click();
  await expect(page).toHaveURL(/#comments$/);
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await page.goto(page.url().replace('#comments', ''));
  await page.getByRole('article').getByRole('button', { name: '0 comments' }).click();
  await expect(page.locator('#comments')).toBeFocused();
  await expect(page.getByText('No comments yet.')).toBeVisible();
});

test('a post shows who likes it, and their names lead to them @full', async ({ page }) => {
  await signIn(page, 'celia');
  const { id, path } = await addPost(page);
  for (const who of ['ramon', 'luz']) {
    await signIn(page, who);
    await sendRequest(page, `/forum/posts/${id}/likes`, { method: 'POST' });
  }
  await page.goto(path);
  await page.getByRole('button', { name: /^Liked by you and 1 other/ }).click();
  const all = page.getByRole('dialog', { name: 'All Likes' });
  const ramon = all.getByRole('link', { name: 'Ramon David' });
  await expect(ramon).toHaveText(/Farmer|processor|organization|producer/);
  await ramon.click();
  await expect(page).toHaveURL(/\/forums\/profile\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Ramon David' })).toBeVisible();
});
