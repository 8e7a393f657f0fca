// Text typed into a plain form is restored until it is sent (docs/product.md, "Drafts").
import type { Page } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { publishDocuments } from '#tests/support/browser/join-screens.ts';
import {
  expect,
  type OwnServerFixtures,
  test,
} from '#tests/support/browser/own-server-fixtures.ts';
import { enterCredentials, leaveSite, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const WORDS = 'I bring two men.';
const BACK = 'What you wrote here before is back.';

const note = (page: Page) => page.getByLabel('Message to the owner');

/** In the page: deletes the stored drafts. */
const emptyDrafts = () =>
  new Promise<void>((resolve) => {
    indexedDB.open('glean').addEventListener('success', ({ target }) => {
      const { result: database } = target as IDBOpenDBRequest;
      const transaction = database.transaction('drafts', 'readwrite');
      transaction.objectStore('drafts').clear();
      transaction.addEventListener('complete', () => resolve(database.close()));
    });
  });

/** @returns the path of a listing that members may request */
async function listingOf(db: Db): Promise<string> {
  const { id: author_id } = await addMember(db, { password_hash: 'none' });
  const { id } = await addPost(db, { author_id });
  await addListing(db, { post_id: id });
  return `/exchange/${id}`;
}

/** Types into the form of a request, and waits until the text is stored. */
async function typeRequest(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await note(page).fill(WORDS);
  await expect.poll(() => storedRecords(page, 'drafts')).toContain(WORDS);
}

/** Sends the form of a request after the session has ended. @returns its path */
async function sendWithoutSession({
  page,
  origin,
  onDatabase,
}: Pick<OwnServerFixtures, 'origin' | 'onDatabase'> & { page: Page }): Promise<string> {
  const path = await onDatabase(listingOf);
  await signIn(page, 'maria', origin);
  await typeRequest(page, origin + path);
  await page.getByLabel('Your phone number').fill('09171234567');
  await onDatabase((db) => db.deleteFrom('sessions').execute());
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('You were logged out, so nothing was sent.')).toBeVisible();
  return path;
}

test('a reload of /join keeps typed text, and a new visit starts empty', async ({
  page,
  origin,
  onDatabase,
}) => {
  await onDatabase(publishDocuments);
  await page.goto(`${origin}/join`);
  await page.getByLabel('First name').fill('Lea');
  await page.getByLabel('Email').fill('lea@farm.example');
  await page.getByLabel('Town').selectOption({ index: 3 });
  const town = await page.getByLabel('Town').inputValue();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Lea');
  await expect(page.getByLabel('Email')).toHaveValue('lea@farm.example');
  await expect(page.getByLabel('Town')).toHaveValue(town);
  await page.goto(`${origin}/about`);
  await page.goto(`${origin}/join`);
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('a phone that discards the tab, or another visit, loses nothing; a press starts over', async ({
  page,
  context,
  origin,
  onDatabase,
}) => {
  const path = await onDatabase(listingOf);
  await signIn(page, 'maria', origin);
  await typeRequest(page, origin + path);
  await page.close();
  const later = await context.newPage();
  await later.goto(origin + path);
  await expect(note(later)).toHaveValue(WORDS);
  await expect(later.getByRole('status').filter({ hasText: BACK })).toBeVisible();
  await later.getByRole('button', { name: 'Start again' }).click();
  await expect(note(later)).toHaveValue('');
  await expect.poll(() => storedRecords(later, 'drafts')).toBe('[]');
  await later.reload();
  await expect(later.getByLabel('Which day')).toBeVisible();
  await expect(later.getByText(BACK)).toHaveCount(0);
});

test('sent text is deleted, and rejected text also survives a reload', async ({
  page,
  origin,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  const path = await onDatabase(listingOf);
  await signIn(page, 'maria', origin);
  await typeRequest(page, origin + path);
  const phone = page.getByLabel('Your phone number');
  await phone.fill('0917');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  // Another letter must not shorten the stored text.
  await phone.press('End');
  await phone.pressSequentially('1');
  await expect.poll(() => storedRecords(page, 'drafts')).toContain('09171');
  await page.reload();
  await expect(note(page)).toHaveValue(WORDS);
  await expect(phone).toHaveValue('09171');
  await phone.fill('09171234567');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Waiting for their answer')).toBeVisible();
  await expect.poll(() => storedRecords(page, 'drafts')).toBe('[]');
});

test('after a session ended, Login in the header leads back to the text; another member does not see it', async ({
  page,
  origin,
  maria,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of (401|409)/);
  const path = await sendWithoutSession({ page, origin, onDatabase });

  // Another member who logs in there gets a sentence, and none of the text.
  const other = { email: 'lea@farm.example', first_name: 'Lea' };
  await onDatabase(async (db) => {
    const { password_hash } = await db
      .selectFrom('members')
      .where('email', '=', maria.email)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    await addMember(db, { ...other, password_hash: password_hash ?? '' });
  });
  await enterCredentials(page, other.email, PASSWORD);
  await expect(page.getByText('This was written by another member')).toBeVisible();
  await expect(page.getByText(WORDS)).toHaveCount(0);
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(note(page)).toHaveValue('');

  // The text waits for its own member.
  await leaveSite(page);
  await page.context().clearCookies();
  await page.goto(origin + path);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await enterCredentials(page, maria.email, PASSWORD);
  await expect(note(page)).toHaveValue(WORDS);
});

test('Login in the header of a page with a rejected form’s text stays on it', async ({
  page,
  origin,
  maria,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of (401|403)/);
  await sendWithoutSession({ page, origin, onDatabase });
  await page.evaluate(emptyDrafts);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await enterCredentials(page, maria.email, PASSWORD);
  await expect(page.getByRole('alert')).toContainText('You’re logged in again');
  await expect(note(page)).toHaveValue(WORDS);
  // The next letter also stores text that came from the server.
  await page.getByLabel('Your phone number').fill('09171234568');
  await expect.poll(() => storedRecords(page, 'drafts')).toContain(WORDS);
});

test('Logout asks about a filled-in form, and deletes it', async ({ page, origin, onDatabase }) => {
  const path = await onDatabase(listingOf);
  await signIn(page, 'maria', origin);
  await typeRequest(page, origin + path);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out?' });
  await expect(question).toContainText('Not sent yet: a form you filled in.');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedRecords(page, 'drafts')).toBe('[]');
});

test(
  'a reason that staff typed is restored after Back',
  { tag: '@full' },
  async ({ page, origin, onDatabase }) => {
    const id = await onDatabase(async (db) => {
      await addMember(db, { email: 'staff@glean.example', role: 'staff', password_hash: 'none' });
      return (await addMember(db, { email: 'jun@glean.example', password_hash: 'none' })).id;
    });
    await page.goto(`${origin}/about`);
    await signIn(page, 'staff', origin);
    await page.goto(`${origin}/staff/members/${id}`);
    await page.getByText('Disable this member').click();
    await page.getByLabel('Why').fill('Asked to leave');
    await page.getByRole('link', { name: 'Activity in the log' }).click();
    await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Why')).toBeVisible();
    await expect(page.getByLabel('Why')).toHaveValue('Asked to leave');
  },
);
