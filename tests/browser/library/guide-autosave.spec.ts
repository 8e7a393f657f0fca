// Text written in the editor of a guide survives a lost connection and a closed browser.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { type KillableBrowser, startBrowser } from '#tests/crash/killable-browser.ts';
import { expectStored } from '#tests/support/browser/device-storage.ts';
import { openWithoutScripts } from '#tests/support/browser/navigation.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  beginGuide,
  button,
  makeStaff,
  pageOfMember,
} from '#tests/support/browser/publishing-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';

/** Taps the prompt for a cover, and chooses one. */
async function chooseCover(page: Page, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose a cover').click();
  await (await choosing).setFiles({ name: 'straw.png', mimeType: 'image/png', buffer });
}

const saved = (page: Page) => page.getByText(/^Saved at \d\d:\d\d\.$/);

test.beforeEach(async ({ page, origin, onDatabase, maria }) => {
  await onDatabase((db) => makeStaff(db, maria));
  await page.goto(origin);
  await signIn(page, 'maria', origin);
});

test('written text is saved on the server within seconds @full', async ({
  page,
  origin,
  browser,
}) => {
  await beginGuide(page, origin);
  await page.getByLabel('Title').fill('Straw');
  await expect(saved(page)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.context().addCookies(await page.context().cookies());
  await other.goto(page.url());
  await expect(other.getByLabel('Title')).toHaveValue('Straw');
  // The page continues from its own change.
  await page.getByLabel('Title').fill('Straw and hulls');
  await expect(saved(page)).toBeVisible();
  await button(page, 'Save draft').click();
  await expect(page.getByText('The draft was saved.')).toBeVisible();
});

test('a guide is saved whichever part its address names @full', async ({ page, origin }) => {
  await beginGuide(page, origin);
  const url = page.url();
  await page.goto(`${url}#1`);
  await page.reload();
  await page.getByLabel('Title').fill('Straw');
  await expect(saved(page)).toBeVisible();
});

test('an empty photo is reported when it is chosen, and never leaves the page @full', async ({
  page,
  origin,
}) => {
  await beginGuide(page, origin);
  await page.getByLabel('Title').fill('Straw');
  await expect(saved(page)).toBeVisible();
  const field = page.getByLabel('New photo', { exact: true });
  const reason = () =>
    field.evaluate((input: HTMLInputElement) =>
      input.matches(':focus') ? input.validationMessage : '',
    );
  await field.setInputFiles({ name: 'z.jpg', mimeType: 'image/jpeg', buffer: Buffer.of() });
  await expect.poll(reason).toBe(IMAGE_MESSAGES.image_empty);
  await field.setInputFiles([]);
  await chooseCover(page, Buffer.of());
  await expect(page.getByText(IMAGE_MESSAGES.image_empty)).toBeVisible();
  await button(page, 'Save draft').click();
  await expect(page.getByText('The draft was saved.')).toBeVisible();
});

test('a photo that could not be sent is reported, and no other button sends it @full', async ({
  page,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR_/);
  await beginGuide(page, origin);
  await page.getByLabel('Title').fill('Straw');
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await chooseCover(page, await redBlueImage(120, 90).png().toBuffer());
  await expect(page.getByText(/You’re offline.+but the photo isn’t/)).toBeVisible();
  await page.context().setOffline(false);
  await button(page, 'Save draft').click();
  await expect(page.getByText('The draft was saved.')).toBeVisible();
  await expect(page.locator('#part-1')).toHaveCount(0);
});

test('while a photo is resized, no button sends it @full', async ({ page, origin }) => {
  await beginGuide(page, origin);
  await page.getByLabel('Title').fill('Straw');
  await expect(saved(page)).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/resize-image*', async (route) => {
    await promise;
    await route.continue();
  });
  await chooseCover(page, await redBlueImage(120, 90).png().toBuffer());
  await expect(page.getByText('One moment…')).toBeVisible();
  for (const name of ['Add photo', 'Save draft']) await button(page, name).click();
  await expect(page.getByText('One moment…')).toBeVisible();
  resolve();
  await expect(page.getByAltText('The cover')).toBeVisible();
  await expect(page.locator('#part-1')).toHaveCount(0);
});

test('text typed before the script arrived is saved @full', async ({ page, origin }) => {
  await beginGuide(page, origin);
  const release = await openWithoutScripts(page, page.url());
  await page.getByLabel('Title').fill('Early straw');
  release();
  await expect(saved(page)).toBeVisible();
});

test('text written without a connection survives a closed browser @full', async ({
  page,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR_/);
  await beginGuide(page, origin);
  const url = page.url();
  // A save shows that the editor's script runs.
  await page.getByLabel('Title').fill('Hulls');
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('Title').fill('Hulls for bricks');
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  await button(page, 'Save draft').click();
  await expectStored(page, 'Hulls for bricks');
  const next = await page.context().newPage();
  await page.close();
  await next.context().setOffline(false);
  await next.goto(url);
  await expect(next.getByLabel('Title')).toHaveValue('Hulls for bricks');
  await next.reload();
  await expect(next.getByLabel('Title')).toHaveValue('Hulls for bricks');
});

test('text that is typed early does not replace what was stored before @full', async ({
  page,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR_/);
  await beginGuide(page, origin);
  // A save shows that the editor's script runs.
  await page.getByLabel('Title').fill('Hulls');
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('Title').fill('Hulls for bricks');
  await expectStored(page, 'Hulls for bricks');
  const next = await page.context().newPage();
  await page.close();
  await next.context().setOffline(false);
  await next.route('**/api/**', (route) => route.abort());
  const release = await openWithoutScripts(next, page.url());
  await next.getByLabel('Title').fill('Early');
  release();
  await expect(next.getByText('What you wrote here before isn’t saved yet.')).toBeVisible();
  await expectStored(next, 'Hulls for bricks');
});

test('a text stored in the browser meets another change, and both are shown @full', async ({
  page,
  origin,
  browser,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR_|status of 409/);
  await beginGuide(page, origin);
  const url = page.url();
  // A save shows that the editor's script runs.
  await page.getByLabel('Title').fill('Hulls');
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('Title').fill('Mine');
  await expectStored(page, 'Mine');
  const names = { first_name: 'Ana', role: 'staff' as const };
  const ana = await onDatabase((db) => pageOfMember(browser, origin, db, names));
  await ana.goto(url);
  await ana.getByLabel('Title').fill('Hers');
  await expect(saved(ana)).toBeVisible();
  const next = await page.context().newPage();
  await page.close();
  await next.context().setOffline(false);
  await next.goto(url);
  await expect(next.getByRole('heading', { name: 'Your version' })).toBeVisible();
  await expect(next.getByLabel('Title')).toHaveValue('Mine');
  await expect(next.getByRole('article')).toContainText('Hers');
});

test('written text survives a killed browser @full', async ({ page, origin }) => {
  const profile = await mkdtemp(join(tmpdir(), 'glean-profile-'));
  const cookies = await page.context().cookies();
  await beginGuide(page, origin);
  const open = async (): Promise<KillableBrowser> => {
    const browser = await startBrowser(profile);
    await browser.page.context().addCookies(cookies);
    return browser;
  };
  const before = await open();
  await before.page.goto(page.url());
  await before.page.context().setOffline(true);
  await before.page.getByLabel('Title').fill('Hulls for bricks');
  await expectStored(before.page, 'Hulls for bricks');
  await before.kill();
  for (const lock of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    await rm(join(profile, lock), { force: true });
  const after = await open();
  await after.page.goto(page.url());
  await expect(after.page.getByLabel('Title')).toHaveValue('Hulls for bricks');
  await after.kill();
  await rm(profile, { recursive: true });
});

test('the description of an unsent photo, and a press that reaches no server, lose nothing', async ({
  page,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR_/);
  await beginGuide(page, origin);
  const alt = page.locator('#new-alt');
  await alt.fill('Straw in the rain');
  await expectStored(page, 'Straw in the rain');
  await page.getByLabel('Title').fill('Straw');
  await button(page, 'Add a heading').click();
  await expect(page.locator('#part-1')).toBeVisible();
  await expect(alt).toHaveValue('Straw in the rain');
  await page.reload();
  await expect(alt).toHaveValue('Straw in the rain');

  // The server is stopped: the page stays, and the next press sends the form.
  const address = page.url().replace(/[?#].*/, '');
  // The editor itself may still reload the page, once it has saved what an earlier page stored.
  await page.route(`${address}*`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Title').fill('Straw and hulls');
  await button(page, 'Save draft').click();
  await expect(page.getByText('No answer came.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Straw and hulls');
  await page.unroute(`${address}*`);
  await button(page, 'Save draft').click();
  await expect(page.getByText('The draft was saved.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Straw and hulls');
  await expect(alt).toHaveValue('Straw in the rain');
});
