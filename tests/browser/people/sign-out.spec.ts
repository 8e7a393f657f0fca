import type { Page } from '@playwright/test';

import {
  expectStored,
  preloadOutbox,
  storedRecords,
} from '#tests/support/browser/device-storage.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const PROFILE = '/api/web/account/profile';

/** @returns whether a session is still valid, without the browser's other cookies */
async function isActive(origin: string, session: string): Promise<boolean> {
  const response = await fetch(origin + PROFILE, { headers: { cookie: `session=${session}` } });
  return response.status === 200;
}

test.beforeEach(async ({ page, origin, maria }) => {
  await signIn(page, maria.email.split('@')[0] ?? '', origin);
  await page.goto(`${origin}/forums/explore`);
});

const sessionOf = async ({
  context,
}: {
  context: { cookies: () => Promise<{ name: string; value: string }[]> };
}) => (await context.cookies()).find(({ name }) => name === 'session')?.value ?? '';

test('logging out ends the session and leads to the login screen', async ({
  page,
  context,
  origin,
}) => {
  const session = await sessionOf({ context });
  expect(await isActive(origin, session)).toBe(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${origin}/login`);
  expect(await isActive(origin, session)).toBe(false);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed-out');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
});

/** Everything in the browser's storage that scripts can read. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return {
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      cookies: document.cookie,
      databases: await indexedDB.databases(),
      cached,
    };
  });

test('the profile stores no email or name in the browser, and signing out leaves no access token (ASVS 14.3.3) @full', async ({
  page,
  origin,
  maria,
}) => {
  await page.goto(`${origin}/profile`);
  await expect(page.getByRole('heading', { name: /Maria/ })).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).session).toContain('access_token');
  const during = await readStorage(page);
  for (const secret of [maria.email, maria.first_name, maria.last_name])
    expect(JSON.stringify(during)).not.toContain(secret);
  expect(during).toMatchObject({ cookies: '', databases: [] });
  for (const place of [during.local, ...during.cached]) expect(place).not.toContain(maria.id);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${origin}/login`);
  expect(await readStorage(page)).toMatchObject({ session: '{}', cookies: '', databases: [] });
});

test('logging out asks before it deletes unsent text', async ({ page, origin, axe }) => {
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByLabel('Title').fill('Straw, begun');
  await expectStored(page, 'Straw, begun');
  await page.reload();
  const logout = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  await logout();
  const question = page.getByRole('dialog', { name: 'Log out?' });
  await expect(question).toContainText(
    'Not sent yet: an unfinished post. If you log out, you’ll lose it.',
  );
  await axe();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Unfinished post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await logout();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${origin}/login`);
  expect(await storedRecords(page, 'drafts')).toBe('[]');
});

test('logging out offline asks, too @full', async ({ page, context, allowBrowserErrors }) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByLabel('Title').fill('Straw, begun');
  await expectStored(page, 'Straw, begun');
  await page.reload();
  await preloadOutbox(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out?' });
  await expect(question).toContainText(
    'Not sent yet: an unfinished post. If you log out, you’ll lose it.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await storedRecords(page, 'drafts')).toContain('Straw, begun');
});

test('logging out offline clears the member’s data, and ends the session after reconnecting', async ({
  page,
  context,
  origin,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically/);
  const session = await sessionOf({ context });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'You’ve been logged out' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await axe();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await isActive(origin, session)).toBe(true);
  await context.setOffline(false);
  await expect(page).toHaveURL(`${origin}/login`);
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
  await expect.poll(() => isActive(origin, session)).toBe(false);
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .not.toContain('signed-out');
});

test('an access token that arrives after a logout is not stored', async ({
  page,
  context,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically/);
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  await page.route('**/api/token/access', async (route) => {
    const response = await route.fetch();
    await isLeft;
    await route.fulfill({ response });
  });
  await page.goto('about:blank');
  await page.addInitScript(() => sessionStorage.clear());
  const requested = page.waitForRequest('**/api/token/access');
  await page.goto(`${origin}/forums/explore`);
  await requested;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'You’ve been logged out' })).toBeVisible();
  const arrived = page.waitForResponse('**/api/token/access');
  leave();
  await (await arrived).finished();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test(
  'a logout that fails is repeated by the next page',
  { tag: '@full' },
  async ({ page, context, origin, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED/);
    const session = await sessionOf({ context });
    await page.route('**/api/web/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
    await page.goto(`${origin}/forums/my-discussions`);
    await expect(page).toHaveURL(`${origin}/login?redirect=%2Fforums%2Fmy-discussions`);
    expect(await isActive(origin, session)).toBe(true);
    await page.unroute('**/api/web/auth/logout');
    await page.goto(`${origin}/about`);
    await expect.poll(() => isActive(origin, session)).toBe(false);
  },
);

const isUnauthorized = (response: { status: () => number }) => response.status() === 401;

test(
  'an ended session does not leave a changed form, which links to the login',
  { tag: '@full' },
  async ({ page, browser, origin, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 40[13]/);
    const other = await browser.newContext();
    await signIn(await other.newPage(), 'maria', origin);
    await other.close();
    await page.goto(`${origin}/profile`);
    await page.getByText('Profile', { exact: true }).last().click();
    const name = page.getByLabel('First Name');
    await name.fill('Mariana');
    await onDatabase((db) => db.deleteFrom('sessions').execute());
    await page.waitForResponse(isUnauthorized);
    await page.waitForResponse(isUnauthorized);
    await openFold(page, 'Settings');
    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await expectToast(page, 'AppToast', 'Please log in to continue.');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(page.getByRole('alert').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(name).toHaveValue('Mariana');
    await expect(page).toHaveURL(`${origin}/profile`);
  },
);

test(
  'a page whose session was ended elsewhere redirects to the login and back',
  { tag: '@full' },
  async ({ page, origin, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 401/);
    await onDatabase((db) => db.deleteFrom('sessions').execute());
    await expect(page).toHaveURL(`${origin}/login?redirect=%2Fforums%2Fexplore`);
  },
);
