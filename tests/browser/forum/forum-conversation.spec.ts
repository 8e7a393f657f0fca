import type { Browser, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addComment, addPost } from '#tests/support/browser/forum-requests.ts';
import { bellOf, notificationList } from '#tests/support/browser/notification-screens.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const DAY = 86_400_000;

const commentWith = (page: Page, text: string) =>
  page.locator('#comments').getByRole('listitem').filter({ hasText: text });

/** Adds a post of Edgar's, and opens it on his own page. */
async function openAuthor(browser: Browser) {
  const author = await browser.newPage();
  await signIn(author, 'edgar');
  return { author, ...(await addPost(author)) };
}

async function comment(page: Page, postId: string, text: string): Promise<string> {
  const response = await addComment(page, postId, text);
  return ((await response.json()) as { data: { comment_id: string } }).data.comment_id;
}

test('the notification of a later comment leads to it, in view and marked', async ({
  page,
  browser,
  axe,
}) => {
  await signIn(page, 'celia');
  const { author, id, path } = await openAuthor(browser);
  await comment(page, id, 'Could I have thirty?');
  // The same test runs at the other size, too.
  const text = `Yes, Friday at 7 (${id})`;
  const later = await comment(author, id, text);
  await page.goto('/forums/explore');
  await bellOf(page).click();
  await notificationList(page)
    .getByRole('link', { name: /Edgar .* commented/ })
    .filter({ hasText: text })
    .click();
  await expect(page).toHaveURL(`${path}?comment=${later}`);
  const target = commentWith(page, text);
  await expect(target).toBeInViewport({ ratio: 1 });
  await expect(target).toBeFocused();
  await expect(target).toHaveAttribute('data-target', 'true');
  await expect(target).toContainText('Author');
  await expect(target).toContainText('Bio-waste processor');
  const all = page.locator('#comments').getByRole('listitem');
  await expect(all.first()).toContainText('Could I have thirty?');
  await expect(all.first()).not.toContainText('Author');
  await axe();
});

test('the link to a comment leads there through a login @full', async ({ page, browser }) => {
  const { author, id, path } = await openAuthor(browser);
  const later = await comment(author, id, 'Yes, Friday at 7.');
  await page.goto(`${path}?comment=${later}`);
  await page.getByLabel('Email').fill('celia@glean.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${path}?comment=${later}`);
  await expect(commentWith(page, 'Yes, Friday at 7.')).toBeInViewport({ ratio: 1 });
});

test(
  'the link to an earlier comment loads the pages up to it',
  { tag: '@full' },
  async ({ page, browser }) => {
    await signIn(page, 'celia');
    const { author, id, path } = await openAuthor(browser);
    const first = await comment(author, id, 'Offer 0.');
    for (let nth = 1; nth <= 14; nth += 1) await comment(author, id, `Offer ${nth}.`);
    await page.goto(`${path}?comment=${first}`);
    await expect(commentWith(page, 'Offer 0.')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('#comments').getByRole('listitem')).toHaveCount(15);
  },
);

test(
  'a comment by another member appears in an open discussion',
  { tag: '@full' },
  async ({ page, browser }) => {
    await signIn(page, 'celia');
    const { author, id, path } = await openAuthor(browser);
    await comment(author, id, 'Still there.');
    await page.goto(path);
    await page.getByRole('button', { name: 'View Comments' }).click();
    await expect(commentWith(page, 'Still there.')).toBeVisible();
    await comment(author, id, 'Gone by noon.');
    const all = page.locator('#comments').getByRole('listitem');
    await expect(all).toHaveText([/Still there\./, /Gone by noon\./], { timeout: 20_000 });
    await expect(page.getByRole('button', { name: '2 comments' })).toBeVisible();
  },
);

test('a post is muted and unmuted in its menu', { tag: '@full' }, async ({ page, browser }) => {
  await signIn(page, 'celia');
  const { path } = await openAuthor(browser);
  await page.goto(path);
  const menu = page.getByRole('button', { name: /^More options for/ });
  await menu.click();
  await page.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(page.getByText('Notifications are off.')).toBeVisible();
  await page.reload();
  await menu.click();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();
  await menu.click();
  await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
});

for (const days of [-3, 3])
  test(
    `times use the server’s clock when the phone’s is ${days} days off`,
    { tag: '@full' },
    async ({ page, browser }) => {
      await page.clock.install({ time: Date.now() + days * DAY });
      await signIn(page, 'celia');
      const { path } = await openAuthor(browser);
      const polled = page.waitForResponse('**/api/web/notification?*');
      await page.goto(path);
      await polled;
      const time = page.getByRole('article').locator('time').first();
      await expect(time).toHaveText('Just now');
      await page.clock.fastForward(61_000);
      await expect(time).toHaveText(/^(Just now|1\s?min)$/);
    },
  );
