// A member's unfinished texts are there again after the tab was killed.
import { truncate, writeFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored, holdStore, storedRecords } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { leaveSite, signIn } from '#tests/support/browser/sign-in.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create post' });
const fileInput = (dialog: Locator) => dialog.locator('input[type=file]');
const unfinished = (page: Page) => page.getByRole('region', { name: 'Unfinished post' });
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: blankPng(64, 48) });

/** Begins a post with an image, and waits until it is stored. */
async function beginPost(page: Page, title: string): Promise<void> {
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Two sacks.');
  await fileInput(dialog).setInputFiles([png('straw.png')]);
  await expectStored(page, 'straw.png');
  await expectStored(page, title);
}

test('an unfinished post with its images survives a closed tab, for its member only', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  // The tab uses the previous member's access token until it is rejected.
  allowBrowserErrors(/status of 401/);
  await signIn(page, 'lito');
  const title = `Straw ${crypto.randomUUID()}`;
  await beginPost(page, title);
  await page.close();
  const later = await context.newPage();
  await signIn(later, 'pilar');
  await later.goto('/forums/explore', { waitUntil: 'networkidle' });
  await expect(unfinished(later)).toHaveCount(0);
  await leaveSite(later);
  await signIn(later, 'lito');
  await later.goto('/forums/my-discussions');
  await expect(unfinished(later)).toContainText('You have an unfinished post');
  await expect(unfinished(later)).toContainText(title);
  await unfinished(later).getByRole('button', { name: 'Continue' }).click();
  const dialog = dialogOf(later);
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  const post = later.getByRole('article').filter({ hasText: title });
  await expect(post.getByRole('img', { name: title })).toHaveCount(1);
  await expect(unfinished(later)).toHaveCount(0);
  await expect.poll(() => storedRecords(later, 'drafts')).toBe('[]');
});

test('an unfinished post can be discarded', { tag: '@full' }, async ({ page, axe }) => {
  await signIn(page, 'tess');
  await beginPost(page, 'Husks');
  await page.reload();
  await expect(unfinished(page)).toContainText('Husks');
  await axe();
  await unfinished(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(unfinished(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('');
  await expect(dialogOf(page).getByText('0 / 5 Attachments')).toBeVisible();
});

test('a comment survives a closed tab @full', async ({ page, context }) => {
  await signIn(page, 'nardo');
  const { path } = await addPost(page);
  await page.goto(path);
  await page.getByLabel('Your comment', { exact: true }).fill('Is it dry?');
  await expectStored(page, 'Is it dry?');
  await page.close();
  const later = await context.newPage();
  await later.goto(path);
  await expect(later.getByLabel('Your comment', { exact: true })).toHaveValue('Is it dry?');
});

test(
  'images beyond 25 MB are not stored, and leaving the page asks',
  { tag: '@full' },
  async ({ page }, testInfo) => {
    await signIn(page, 'boyet');
    await page.goto('/forums/explore');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    const { buffer } = png('straw.png');
    const files = Array.from({ length: 6 }, (_, n) => testInfo.outputPath(`${n}.png`));
    for (const file of files) {
      await writeFile(file, buffer.subarray(0, 8));
      // These cannot be decoded, so they are not made smaller.
      await truncate(file, 4900 * 1024);
    }
    // Files on disk: buffers would be sent to the browser as text.
    await fileInput(dialogOf(page)).setInputFiles(files);
    await expect(dialogOf(page).getByText('There’s no room to store')).toBeVisible();
    const opened = page.waitForEvent('dialog');
    void page.reload().catch(() => null);
    const question = await opened;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
  },
);

test(
  'a browser that stores no photos is named as the reason',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'boyet');
    await page.addInitScript(() => {
      const { prototype } = IDBObjectStore;
      const put = Object.getOwnPropertyDescriptor(prototype, 'put')?.value;
      Object.defineProperty(prototype, 'put', {
        value(this: IDBObjectStore, stored: { kind?: string }) {
          if (stored.kind === 'images') throw new DOMException('No.', 'DataCloneError');
          return Reflect.apply(put, this, [stored]);
        },
      });
    });
    await page.goto('/forums/explore');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await fileInput(dialogOf(page)).setInputFiles([png('straw.png')]);
    await expect(dialogOf(page).getByText('This browser doesn’t store photos here')).toBeVisible();
  },
);

test(
  'drafts older than 30 days are deleted on any visit, unless only the phone’s clock differs',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'tess');
    await beginPost(page, 'Husks');
    await page.context().clearCookies();
    const month = 30 * 86_400_000;
    await page.clock.install({ time: Date.now() + month - 60_000 });
    await page.goto('/about', { waitUntil: 'networkidle' });
    await expectStored(page, 'Husks');
    await page.clock.setFixedTime(Date.now() + month + 60_000);
    const compared = page.waitForResponse('/healthz');
    await page.goto('/about', { waitUntil: 'networkidle' });
    await compared;
    await expectStored(page, 'Husks');
    const date = new Date(Date.now() + month + 60_000).toUTCString();
    await page.route('/healthz', (route) => route.fulfill({ headers: { date } }));
    await page.goto('/about');
    await expect.poll(() => storedRecords(page, 'drafts')).toBe('[]');
  },
);

test('the photo of a sent post does not come back, however slow the disk is', async ({ page }) => {
  await signIn(page, 'lito');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = dialogOf(page);
  const title = `Straw ${crypto.randomUUID()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Two sacks.');
  await expectStored(page, 'Two sacks.');
  // A photo is stored only if there is room for it beside those that wait.
  const release = await holdStore(page, 'outbox');
  await fileInput(dialog).setInputFiles([png('straw.png')]);
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share post' })).toBeVisible();
  await release();
  await expect.poll(() => storedRecords(page, 'drafts')).toBe('[]');
  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1);
  await expect(unfinished(page)).toHaveCount(0);
});
