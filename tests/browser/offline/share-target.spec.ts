// Content shared by another app becomes a draft of a new post: the browser submits it as a form to the service worker.
import type { BrowserContext, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored, storedRecords } from '#tests/support/browser/device-storage.ts';
import { serviceWorkerReady } from '#tests/support/browser/offline-fixtures.ts';
import { dialogStored, readPage } from '#tests/support/browser/offline-member-fixtures.ts';
import { png, submitButton } from '#tests/support/browser/post-dialog.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const EXPLORE = '/forums/explore';

/** Adds the form that other apps submit by the manifest. */
async function addForm(page: Page): Promise<void> {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  await page.evaluate(({ params, ...attributes }) => {
    const form = Object.assign(document.createElement('form'), attributes, { id: 'share' });
    const add = (id: string, attribute: object) =>
      form.append(Object.assign(document.createElement('input'), { id, ...attribute }));
    for (const field of ['title', 'text', 'url'])
      add(`share-${field}`, { name: params[field], ariaLabel: field });
    const [{ name, accept }] = params.files;
    add('share-photos', { type: 'file', name, accept: accept.join(','), multiple: true });
    document.body.append(form);
  }, manifest.share_target);
}

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  photos?: ReturnType<typeof png>[];
}

async function sendForm(page: Page, { photos = [], ...words }: Shared): Promise<void> {
  for (const [field, value] of Object.entries(words))
    await page.locator(`#share-${field}`).fill(value);
  await page.locator('#share-photos').setInputFiles(photos);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#share')?.submit());
}

async function share(page: Page, shared: Shared): Promise<void> {
  await page.goto('/about');
  await addForm(page);
  await sendForm(page, shared);
}

/** Makes the browser reject images of posts, like on a full disk. */
const rejectImages = (page: Page) =>
  page.addInitScript(() => {
    const put = Reflect.get(IDBObjectStore.prototype, 'put');
    IDBObjectStore.prototype.put = function putOther(record: { kind?: string }) {
      if (record.kind === 'images') throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, record);
    };
  });

/** Lets a page of the server never arrive: Playwright cannot intercept the worker's requests. */
const neverRespond = async (context: BrowserContext, path: string) =>
  context.serviceWorkers()[0]?.evaluate(async (slow) => {
    const { registration } = self as typeof self & { registration: ServiceWorkerRegistration };
    await registration.navigationPreload.disable();
    const fetch = self.fetch.bind(self);
    self.fetch = (request, init) =>
      request instanceof Request && request.url.endsWith(slow)
        ? new Promise(() => null)
        : fetch(request, init);
  }, path);

const composer = (page: Page) => page.getByRole('dialog', { name: 'Create post' });

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    await serviceWorkerReady(page);
  });

  test('shared photos and text are in a new post, and stay in its draft @full', async ({
    page,
  }) => {
    await signIn(page, 'maria');
    const url = 'https://example.com/straw';
    const text = `Straw by the road ${url}`;
    await share(page, { title: 'Straw', text, url, photos: [png('a.png'), png('b.png')] });
    await expect(composer(page).getByText('2 / 5 Attachments')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${EXPLORE}$`));
    await expect(composer(page).getByLabel('Title')).toHaveValue('Straw');
    await expect(composer(page).getByLabel('Description')).toHaveValue(text);
    await expect(submitButton(composer(page))).toBeEnabled();
    // Content shared later is added, and the member's own text stays.
    await share(page, { title: 'Other', photos: [png('c.png')] });
    await expect(composer(page).getByText('3 / 5 Attachments')).toBeVisible();
    await expect(composer(page).getByLabel('Title')).toHaveValue('Straw');
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(composer(page).getByText('3 / 5 Attachments')).toBeVisible();
  });

  test('a text longer than a post is stored whole, and its excess is shown', async ({ page }) => {
    await signIn(page, 'maria');
    const text = `${'straw '.repeat(1668)}to the end`;
    await share(page, { text });
    await expect(composer(page).getByLabel('Description')).toHaveValue(text);
    await expect(
      composer(page).getByText('Shorten the description by 18 characters'),
    ).toBeVisible();
    await composer(page).getByLabel('Description').fill(text.slice(0, -17));
    await expect(
      composer(page).getByText('Shorten the description by 1 character to'),
    ).toBeVisible();
    await composer(page).getByLabel('Description').fill(text.slice(0, -18));
    await expect(composer(page).getByText('Add a title')).toBeVisible();
  });

  test('a file that cannot be posted says why @full', async ({ page }) => {
    await signIn(page, 'jun');
    const clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no picture') };
    await share(page, { photos: [clip, png('a.png')] });
    await expect(composer(page).getByText('1 / 5 Attachments')).toBeVisible();
    await expect(composer(page).getByText(/^Invalid file type/)).toBeVisible();
  });

  test('guests find it in a new post after the sign-in @full', async ({ page }) => {
    await share(page, { photos: [png('a.png')] });
    await enterCredentials(page, 'ana@glean.example', PASSWORD);
    await expect(composer(page).getByText('1 / 5 Attachments')).toBeVisible();
  });

  test('content shared twice before it is used is all in the post @full', async ({ page }) => {
    await share(page, { title: 'Straw', text: 'By the road', photos: [png('a.png')] });
    await expect(page).toHaveURL(/\/login/);
    await share(page, { text: 'By the river', photos: [png('b.png')] });
    await enterCredentials(page, 'ana@glean.example', PASSWORD);
    await expect(composer(page).getByText('2 / 5 Attachments')).toBeVisible();
    await expect(composer(page).getByLabel('Title')).toHaveValue('Straw');
    const both = 'By the road\n\nBy the river';
    await expect(composer(page).getByLabel('Description')).toHaveValue(both);
  });

  test('another new post does not contain it, and Logout deletes it @full', async ({ page }) => {
    await share(page, { text: 'Straw by the road', photos: [png('a.png')] });
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, 'pilar');
    await page.goto(EXPLORE);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer(page).getByText('0 / 5 Attachments')).toBeVisible();
    await expect(composer(page).getByLabel('Description')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeHidden();
    await expectStored(page, 'Straw by the road');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Log out?' });
    await expect(question).toContainText('Not sent yet: what you shared from another app. If');
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedRecords(page, 'drafts')).toBe('[]');
  });

  test('after an hour shared content is ignored and deleted @full', async ({ page }) => {
    await share(page, { text: 'Straw by the road', photos: [png('a.png')] });
    await expect(page).toHaveURL(/\/login/);
    await page.clock.setSystemTime(Date.now() + 3_700_000);
    await enterCredentials(page, 'ana@glean.example', PASSWORD);
    await expect(composer(page).getByText('0 / 5 Attachments')).toBeVisible();
    await page.goto('/about');
    await expect.poll(() => storedRecords(page, 'drafts')).not.toContain('Straw by the road');
  });

  test('photos that the browser could not store with a post are not lost @full', async ({
    page,
    context,
  }) => {
    await rejectImages(page);
    await signIn(page, 'jun');
    await share(page, { photos: [png('a.png')] });
    await expect(composer(page).getByText('1 / 5 Attachments')).toBeVisible();
    await expect(composer(page).getByText(/Keep this page open/)).toBeVisible();
    await page.close();
    const later = await context.newPage();
    await later.goto(EXPLORE);
    await later.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer(later).getByText('1 / 5 Attachments')).toBeVisible();
    await expect.poll(() => storedRecords(later, 'drafts')).not.toContain('"shared"');
    await later.reload();
    await later.getByRole('button', { name: 'Continue' }).click();
    await expect(composer(later).getByText('1 / 5 Attachments')).toBeVisible();
  });

  test('content that cannot be stored leads to an error page @full', async ({ page, axe }) => {
    await signIn(page, 'jun');
    await page.goto('/about');
    await addForm(page);
    // The worker cannot open a database that a newer version has written.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('glean', 9);
          opening.addEventListener('success', () => resolve(opening.result.close()));
        }),
    );
    await sendForm(page, { photos: [png('a.png')] });
    await expect(page).toHaveURL(/\/share\?failed$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This phone couldn’t store it',
    );
    await axe();
  });

  test('it works without a connection @full', async ({
    page,
    context,
    baseURL,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/ERR_(INTERNET|FAILED)|Failed to fetch/);
    await signIn(page, 'maria');
    await readPage(page, baseURL + EXPLORE);
    await dialogStored(page);
    await addForm(page);
    await context.setOffline(true);
    await sendForm(page, { photos: [png('a.png')] });
    await expect(composer(page).getByText('1 / 5 Attachments')).toBeVisible();
    // Without stored content, there is no new post to open.
    await page.goto('/share');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  });

  test('on a slow connection the new post does not wait for the server @full', async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(page, 'maria');
    await readPage(page, baseURL + EXPLORE);
    await addForm(page);
    await neverRespond(context, '/share?stored');
    await sendForm(page, { photos: [png('a.png')] });
    await expect(page).toHaveURL(new RegExp(`${EXPLORE}$`), { timeout: 20_000 });
    await expect(composer(page).getByText('1 / 5 Attachments')).toBeVisible();
  });
});

test('without the service worker a page explains what to do @full', async ({ page }) => {
  await page.goto('/about');
  await signIn(page, 'maria');
  const large = { ...png('a.png'), buffer: Buffer.alloc(4_000_000, 1) };
  await share(page, { text: 'Straw', photos: [large, large, large] });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please share it once more');
  await expect(page).toHaveURL(/\/share$/);
  await page.getByRole('link', { name: 'New post' }).click();
  await expect(composer(page)).toBeVisible();
});
