// Plain forms with scripts: a press sends one request, and the page shows its response.
import type { Page, Request } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';
import { STALE_MS } from '#tests/support/nouns/staff.ts';

/** Counts the POST requests of a page. */
function countPosts(page: Page): () => number {
  let count = 0;
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') count += 1;
  });
  return () => count;
}

test('a guest’s rejected form is sent once, keeps its text, and Back sends nothing', async ({
  page,
  origin,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  await page.goto(`${origin}/about`);
  await page.goto(`${origin}/join`);
  const posts = countPosts(page);
  await page.getByLabel('First name').fill('J4ne');
  await page.getByLabel('Last name').fill('Ramos');
  await page.getByLabel('Email').fill('jane@ramos.example');
  await page.getByRole('radio').first().check();
  await page.getByLabel('Town').selectOption({ label: 'Guimba' });
  await page.getByLabel('What you do').fill('I grow rice.');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('main').getByRole('button', { name: /join/i }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Last name')).toHaveValue('Ramos');
  await axe();
  expect(posts()).toBe(1);
  await page.getByLabel('First name').fill('Jane');
  await page.getByRole('main').getByRole('button', { name: /join/i }).click();
  await expect(page).toHaveURL(/\/join\/sent/);
  expect(posts()).toBe(2);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/about`);
  expect(posts()).toBe(2);
});

test('ten wrong passwords are allowed where one confirms, with one request each @full', async ({
  page,
  origin,
  onDatabase,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of (403|429)/);
  await signIn(page, 'maria', origin);
  const confirmed_at = Date.now() - STALE_MS;
  await onDatabase((db) => db.updateTable('sessions').set({ confirmed_at }).execute());
  await page.goto(`${origin}/profile/passkeys`);
  const posts = countPosts(page);
  for (let nth = 1; nth <= 11; nth += 1) {
    await page.getByLabel('Your password').fill(`Not-for-${nth}-Cows`);
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect((await sent).status()).toBe(nth <= 10 ? 403 : 429);
    await expect(page.getByLabel('Your password')).toHaveValue('');
    expect(posts()).toBe(nth);
    if (nth > 1) continue;
    await expect(page.getByLabel('Your password')).toBeFocused();
    await expect(page.getByText(MESSAGES.wrong_current_password)).toBeVisible();
    await axe();
  }
  await expect(page.getByRole('alert')).toContainText('Too many attempts');
});

test('a rejected form of staff is sent once, and what the header has loaded stays @full', async ({
  page,
  origin,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  await onDatabase((db) => db.updateTable('members').set({ role: 'staff' }).execute());
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/staff/members/new`);
  const posts = countPosts(page);
  const header = await page.locator('header').first().elementHandle();
  await page.getByLabel('Email').fill('lea@manalo.example');
  await page.getByLabel('First name').fill('L3a');
  await page.getByLabel('Last name').fill('Manalo');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('lea@manalo.example');
  expect(posts()).toBe(1);
  expect(await header?.evaluate((element) => element.isConnected)).toBe(true);
  // Scripts and the router still work.
  await page.getByLabel('First name').fill('Lea');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page).toHaveURL(/\/staff\/members\/[\da-f-]{36}\?done=added$/);
  expect(posts()).toBe(2);
});

test('unsent text is reported below the button until the connection returns', async ({
  page,
  origin,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const postId = await onDatabase(async (db) => {
    const { id: author_id } = await addMember(db, { password_hash: 'none' });
    const { id } = await addPost(db, { author_id });
    await addListing(db, { post_id: id });
    return id;
  });
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/exchange/${postId}`);
  await page.getByLabel('Message to the owner').fill('I bring two men.');
  await page.getByLabel('Your phone number').fill('09171234567');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('You’re offline.')).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);

  // Lets the request arrive, and loses its response.
  const posts = countPosts(page);
  await page.route(`**/exchange/${postId}`, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await (route.request().method() === 'POST' ? route.abort() : route.continue());
  });
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('No answer came.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Message to the owner')).toHaveValue('I bring two men.');
  expect(posts()).toBe(1);
  await page.unroute(`**/exchange/${postId}`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Waiting for their answer')).toBeVisible();
});

test('a form whose session has ended keeps its text through the sign-in', async ({
  page,
  origin,
  onDatabase,
  maria,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of (401|403)/);
  await onDatabase((db) => db.updateTable('members').set({ role: 'staff' }).execute());
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/staff/invitations`);
  await page.getByLabel('Who it’s for').fill('For the fair in Guimba');
  await onDatabase((db) => db.deleteFrom('sessions').execute());
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('You were logged out, so nothing was sent.')).toBeVisible();
  await enterCredentials(page, maria.email, PASSWORD);
  await expect(page.getByRole('alert')).toContainText('You’re logged in again');
  await expect(page).toHaveURL(`${origin}/staff/invitations`);
  await expect(page.getByLabel('Who it’s for')).toHaveValue('For the fair in Guimba');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/staff\/invitations\/[\da-f-]{36}$/);
});
