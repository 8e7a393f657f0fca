import type { Request } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  commentButton,
  commentField,
  commentWith,
  openNewPost,
} from '#tests/support/browser/comment-screens.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { addComment } from '#tests/support/browser/forum-requests.ts';

test('a blank comment shows an error and is not sent @full', async ({ page, axe }) => {
  await openNewPost(page, 'nardo');
  let sent = 0;
  page.on('request', (request) => void (sent += Number(request.method() === 'POST')));
  await commentField(page).fill('   ');
  await commentButton(page).click();
  await expect(page.getByText('Please add your comment.')).toBeVisible();
  await axe();
  expect(sent).toBe(0);
});

test('a double click sends a comment once, without an error', async ({ page }) => {
  await openNewPost(page, 'nardo');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await commentField(page).fill('Pressed twice.');
  await commentButton(page).dblclick();
  await expect(commentWith(page, 'Pressed twice.')).toContainText('Just now');
  await expect(page.getByText('Please add your comment.')).toHaveCount(0);
  expect(sent.filter((url) => url.endsWith('/comments'))).toHaveLength(1);
});

test('a comment that is listed before its response is shown once', async ({ page }) => {
  await openNewPost(page, 'nardo');
  const [stored, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/comments(?:\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') {
      await stored.promise;
      return route.continue();
    }
    const response = await route.fetch();
    stored.resolve();
    await seen.promise;
    return route.fulfill({ response });
  });
  await commentField(page).fill('Here already.');
  await commentButton(page).click();
  await expect(commentWith(page, 'Here already.')).toContainText('Just now');
  seen.resolve();
  await expect(commentField(page)).toBeEditable();
  await expect(commentWith(page, 'Here already.')).toHaveCount(1);
});

test('a comment appears immediately, the field is cleared, and a reload shows it', async ({
  page,
}) => {
  await openNewPost(page, 'nardo');
  const release = Promise.withResolvers<void>();
  await page.route('**/comments', async (route) => {
    await release.promise;
    await route.continue();
  });
  await commentField(page).fill('Is it still there?');
  await commentButton(page).click();
  await expect(commentWith(page, 'Is it still there?')).toContainText('Sending…');
  await expect(commentField(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
  release.resolve();
  await expect(commentWith(page, 'Is it still there?')).toContainText('Just now');
  await page.reload();
  await expect(commentField(page)).toHaveValue('');
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(commentWith(page, 'Is it still there?')).toHaveCount(1);
});

test(
  'a comment whose response was lost is sent again by itself, and published once',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED/);
    await openNewPost(page, 'boyet');
    // Lets the request arrive, and loses its response.
    let isLost = false;
    await page.route('**/comments', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await commentField(page).fill('I come on Friday.');
    await commentButton(page).click();
    const comment = page.locator('#comments').getByRole('listitem');
    await expect(comment.filter({ hasText: 'Just now' })).toHaveCount(1);
    await expect(comment).toHaveCount(1);
    await expect(commentField(page)).toHaveValue('');
    await page.goto(`${page.url().split('#')[0]}#comments`);
    await page.reload();
    await expect(commentWith(page, 'I come on Friday.')).toHaveCount(1);
  },
);

test(
  'a comment stored while its page renders again is counted once',
  { tag: '@full' },
  async ({ page }) => {
    const { path } = await openNewPost(page, 'nardo');
    const sent = Promise.withResolvers<Request>();
    await page.route('**/comments', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return sent.resolve(route.request());
    });
    await commentField(page).fill('On my way.');
    await commentButton(page).click();
    const comment = await sent.promise;
    await expect.poll(() => storedRecords(page, 'outbox')).toContain('On my way.');
    await page.route(`**${path}`, async (route) => {
      const rendered = await route.fetch();
      await page.request.fetch(comment);
      await route.fulfill({ response: rendered });
    });
    await page.reload();
    await page.unroute('**/comments');
    await expect(page.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'View Comments' }).click();
    await expect(commentWith(page, 'On my way.')).toHaveCount(1);
    await expect(commentWith(page, 'On my way.')).toContainText('Just now');
  },
);

test('comments are listed oldest first, the newest twelve at first, and View More loads earlier ones', async ({
  page,
}) => {
  const { id } = await openNewPost(page, 'pilar');
  for (let n = 1; n <= 14; n += 1) await addComment(page, id, `Offer ${n}.`);
  await page.reload();
  await page.getByRole('button', { name: 'View Comments' }).click();
  const all = page.locator('#comments').getByRole('listitem');
  await expect(all).toHaveCount(12);
  await expect(all.first()).toContainText('Offer 3.');
  await expect(all.last()).toContainText('Offer 14.');
  await page.getByRole('button', { name: 'View More' }).click();
  await expect(all).toHaveCount(14);
  await expect(all.first()).toContainText('Offer 1.');
  await expect(page.getByRole('button', { name: 'View More' })).toHaveCount(0);
});

test(
  'comments that fail to load show the error, and load on retry',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await openNewPost(page, 'pilar');
    const failure = { error: 'Please try later.', code: 'invalid' };
    await page.route('**/comments?*', (route) => route.fulfill({ status: 400, json: failure }));
    await page.getByRole('button', { name: 'View Comments' }).click();
    await expect(page.locator('.ForumsPageToast').getByText('Please try later.')).toBeVisible();
    await page.unroute('**/comments?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No comments yet.')).toBeVisible();
  },
);

test('the keyboard alone is enough', { tag: '@full' }, async ({ page }) => {
  await openNewPost(page, 'celia');
  await commentField(page).focus();
  await page.keyboard.type('By keyboard.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(commentWith(page, 'By keyboard.')).toContainText('Just now');
});
