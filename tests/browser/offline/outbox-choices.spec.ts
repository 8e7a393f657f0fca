// What a member does with waiting entries, and how the server responds.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { preloadOutbox, storedRecords } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import {
  outbox,
  postDialog,
  postsWith,
  pressPost,
  queuePost,
  writePost,
} from '#tests/support/browser/outbox-screens.ts';
import { closeShareDialog } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const POSTS = '**/api/web/forum/posts';

test.beforeEach(({ allowBrowserErrors }) =>
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (4|5)\d\d/),
);

test(
  'a busy server is retried later, or by Send now',
  { tag: '@full' },
  async ({ page, context }) => {
    await queuePost(page, context, 'tess');
    const busy = { error: 'Later.', code: 'unavailable' };
    let calls = 0;
    await page.route(POSTS, (route) => {
      calls += 1;
      return route.fulfill({ status: 503, json: busy, headers: { 'retry-after': '600' } });
    });
    await context.setOffline(false);
    await expect.poll(() => calls).toBe(1);
    await expect.poll(() => storedRecords(page, 'outbox')).toContain('"failures":1');
    await page.clock.install();
    await page.reload();
    await expect(outbox(page)).toContainText('1 waiting');
    await page.clock.fastForward(30_000);
    // The outbox has started, and checked its entries.
    await page.evaluate(() => navigator.locks.request('outbox', () => null));
    expect(calls).toBe(1);
    await page.unroute(POSTS);
    await outbox(page).getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  },
);

test('two tabs send a waiting post once', { tag: '@full' }, async ({ page, context }) => {
  const title = await writePost(page, 'luz');
  const other = await context.newPage();
  await other.goto('/forums/explore');
  await preloadOutbox(other);
  await context.setOffline(true);
  await pressPost(page);
  await expect(outbox(other)).toContainText(title);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(false);
  for (const tab of [page, other]) await expect(outbox(tab)).toHaveCount(0);
  expect(sent.filter((path) => path === '/api/web/forum/posts')).toHaveLength(1);
});

test('a waiting entry can be discarded', { tag: '@full' }, async ({ page, context }) => {
  await queuePost(page, context, 'celia');
  await outbox(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(outbox(page)).toHaveCount(0);
  await expect.poll(() => storedRecords(page, 'outbox')).toBe('[]');
});

test(
  'a deletion, an update and a follow wait and are sent',
  { tag: '@full' },
  async ({ page, context }) => {
    await signIn(page, 'tess');
    const [deleted, updated] = [await addPost(page), await addPost(page)];
    await page.goto('/forums/my-discussions');
    await preloadOutbox(page);
    const open = async (title: string, action: string) => {
      await postsWith(page, title)
        .getByRole('button', { name: /^More options for/ })
        .click();
      await page.getByRole('button', { name: action }).click();
    };
    // This loads the dialogs.
    const dialog = page.getByRole('dialog', { name: 'Update post' });
    await open(updated.title, 'Update');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await context.setOffline(true);
    await open(deleted.title, 'Delete');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(outbox(page)).toContainText(`Delete “${deleted.title}”`);
    await open(updated.title, 'Update');
    await dialog.getByLabel('Description').fill('Three sacks.');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(outbox(page)).toContainText('2 waiting');
    await context.setOffline(false);
    await expect(outbox(page)).toHaveCount(0);
    await expect(postsWith(page, deleted.title)).toHaveCount(0);
    await expect(postsWith(page, updated.title)).toContainText('Three sacks.');
  },
);

test(
  'a waiting post that was changed is published as another one',
  { tag: '@full' },
  async ({ page }) => {
    const title = await writePost(page, 'pilar');
    // Lets the request arrive, and loses its response.
    await page.route(POSTS, (route) =>
      route
        .fetch()
        .then(() => route.abort())
        .catch(() => null),
    );
    await pressPost(page);
    await outbox(page).getByRole('button', { name: 'Edit' }).click();
    await page.unroute(POSTS);
    await postDialog(page).getByLabel('Description').fill('Two carts.');
    await pressPost(page);
    // The first post may be sent again while it is edited, with a toast of its own.
    await expect(page.getByText('Post Uploaded Successfully.').last()).toBeVisible();
    await expect(postDialog(page)).toHaveCount(0);
    await closeShareDialog(page);
    await page.getByRole('link', { name: 'My Discussions' }).first().click();
    await expect(postsWith(page, title)).toHaveCount(2);
  },
);
