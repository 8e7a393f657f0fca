// A member's actions without a connection wait, and are sent once.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  preloadOutbox,
  storedRecords,
  storeImagesAsFiles,
} from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import {
  outbox,
  postDialog,
  postsWith,
  pressPost,
  queuePost,
  writePost,
} from '#tests/support/browser/outbox-screens.ts';
import { leaveSite, signIn } from '#tests/support/browser/sign-in.ts';

const POSTS = '**/api/web/forum/posts';

test.beforeEach(({ allowBrowserErrors }) =>
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (4|5)\d\d/),
);

test('a post without a signal waits, survives a closed tab, and is sent once it returns', async ({
  page,
  context,
  axe,
}) => {
  const title = await queuePost(page, context, 'pilar');
  await expect(postDialog(page)).toHaveCount(0);
  await expect(
    page.getByText('No signal right now. We’ll send it when you’re back online.'),
  ).toBeVisible();
  await expect(outbox(page)).toContainText('1 waiting');
  await expect(outbox(page).getByRole('img', { name: 'straw.png' })).toBeVisible();
  await axe();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/forums/explore');
  await expect(later.getByText('Post Uploaded Successfully.')).toBeVisible();
  await expect(outbox(later)).toHaveCount(0);
  await later.goto('/forums/my-discussions');
  await expect(postsWith(later, title)).toHaveCount(1);
  await expect(postsWith(later, title).getByRole('img', { name: title })).toHaveCount(1);
});

test('likes and comments without a signal are sent later; a like and its unlike cancel out', async ({
  page,
  context,
}) => {
  await signIn(page, 'nardo');
  const { path } = await addPost(page);
  await page.goto(path);
  await preloadOutbox(page);
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await context.setOffline(true);
  const like = page.getByRole('button', { name: /^Like, / });
  await like.click();
  await expect(outbox(page)).toContainText('1 waiting');
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await like.click();
  await expect(outbox(page)).toHaveCount(0);
  await expect(like).toHaveAccessibleName('Like, 0 likes');
  await like.click();
  await page.getByLabel('Your comment', { exact: true }).fill('I come on Friday.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(outbox(page)).toContainText('2 waiting');
  const comment = page.locator('#comments').getByRole('listitem').filter({ hasText: 'on Friday' });
  await expect(comment).toContainText('Waiting…');
  await expect(page.getByLabel('Your comment', { exact: true })).toHaveValue('');
  await context.setOffline(false);
  await expect(outbox(page)).toHaveCount(0);
  await expect(comment).toContainText('Just now');
  await page.reload();
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await expect(page.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
});

test(
  'photos that the version before stored as files are read and sent',
  { tag: '@full' },
  async ({ page, context }) => {
    const title = await queuePost(page, context, 'lito');
    await storeImagesAsFiles(page);
    await outbox(page).getByRole('button', { name: 'Edit' }).click();
    await expect(postDialog(page).getByText('1 / 5 Attachments')).toBeVisible();
    await storeImagesAsFiles(page);
    await context.setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await preloadOutbox(page);
    await expect(postDialog(page).getByText('1 / 5 Attachments')).toBeVisible();
    await context.setOffline(true);
    await pressPost(page);
    await expect(outbox(page)).toContainText(title);
    await storeImagesAsFiles(page);
    await context.setOffline(false);
    await expect(outbox(page)).toHaveCount(0);
    await expect(postsWith(page, title).getByRole('img', { name: title })).toHaveCount(1);
  },
);

test(
  'rejected entries show the reason, and can be changed and sent',
  { tag: '@full' },
  async ({ page, context }) => {
    const title = await queuePost(page, context, 'boyet');
    const rejection = { error: 'Please write a title.', code: 'invalid' };
    await page.route(POSTS, (route) => route.fulfill({ status: 400, json: rejection }));
    await context.setOffline(false);
    await expect(outbox(page).getByRole('alert')).toHaveText('Not sent: Please write a title.');
    await page.unroute(POSTS);
    await outbox(page).getByRole('button', { name: 'Edit' }).click();
    await expect(postDialog(page).getByLabel('Title')).toHaveValue(title);
    await expect(postDialog(page).getByText('1 / 5 Attachments')).toBeVisible();
    await pressPost(page);
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
    await expect.poll(() => storedRecords(page, 'outbox')).toBe('[]');
  },
);

test(
  'an ended session stops the outbox until its member signs in; another member sees nothing',
  { tag: '@full' },
  async ({ page, context }) => {
    const title = await queuePost(page, context, 'edgar');
    await context.clearCookies();
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/login/);
    expect(await storedRecords(page, 'outbox')).toContain(title);
    await signIn(page, 'pilar');
    await page.goto('/forums/explore', { waitUntil: 'networkidle' });
    await expect(outbox(page)).toHaveCount(0);
    await leaveSite(page);
    await signIn(page, 'edgar');
    await page.goto('/forums/explore');
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
    await expect(postsWith(page, title).first()).toBeVisible();
  },
);

test(
  'a like and a comment are sent although their page was closed before the response',
  { tag: '@full' },
  async ({ page, context }) => {
    await signIn(page, 'nardo');
    const { path } = await addPost(page);
    await page.goto(path);
    await preloadOutbox(page);
    const like = page.getByRole('button', { name: /^Like, / });
    // These requests never arrive.
    await page.route(/\/(likes|comments)$/, () => null);
    await like.click();
    await page.getByLabel('Your comment', { exact: true }).fill('I come on Friday.');
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await expect.poll(() => storedRecords(page, 'outbox')).toContain('I come on Friday.');
    await expect.poll(() => storedRecords(page, 'outbox')).toContain('"kind":"like"');
    await expect(outbox(page)).toHaveCount(0);
    await page.close();
    const later = await context.newPage();
    await later.goto(path);
    await expect.poll(() => storedRecords(later, 'outbox')).toBe('[]');
    await later.reload();
    await expect(later.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
    await expect(later.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
  },
);

/** Like WebKit's IndexedDB in a private session: storing fails with an error, and the transaction never ends. */
function refuseToStore(): void {
  const { prototype } = IDBObjectStore;
  const add = Reflect.get(prototype, 'add');
  const refuse = (store: IDBObjectStore, record: object) => {
    const hold = () => store.count().addEventListener('success', hold);
    hold();
    Reflect.apply(add, store, [{ ...record, id: 1 }]);
    const request: IDBRequest = Reflect.apply(add, store, [{ ...record, id: 1 }]);
    request.addEventListener('error', (event) => {
      event.preventDefault();
      event.stopPropagation();
    });
    return request;
  };
  Object.defineProperty(prototype, 'add', {
    value(this: IDBObjectStore, record: object) {
      return refuse(this, record);
    },
  });
}

test(
  'a post that cannot be stored shows that, also when IndexedDB does not end its transaction',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.addInitScript(refuseToStore);
    await writePost(page, 'pilar');
    await context.setOffline(true);
    await pressPost(page);
    await expect(page.getByText('You seem to be offline').first()).toBeVisible();
    const post = postDialog(page).getByRole('button', { name: 'Post', exact: true });
    await expect(post).toBeEnabled();
    await expect(outbox(page)).toHaveCount(0);
  },
);
