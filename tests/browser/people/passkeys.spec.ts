import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  addOwnMember,
  addPasskey,
  expireConfirmation,
  ORIGIN,
  passkeyButton,
  PASSKEYS_PAGE,
  removePasskeys,
  signInAsOwnMember,
  signInByPassword,
  signOut,
  VirtualAuthenticator,
} from '#tests/support/browser/passkey-screens.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { PASSWORD } from '#tests/support/browser/sign-in.ts';

const REJECTED = 'This passkey didn’t work. Please try again, or use your password.';
const CANCELLED = 'No passkey was used. Please try again, or use your password.';

// The virtual authenticator would accept the browser's suggestions by itself; the data saver turns suggestions off.
test.beforeEach(async ({ context }) => {
  await context.addCookies([{ name: 'data-saver', value: 'on', url: ORIGIN }]);
});

test('a member adds a passkey, names it, signs in with it, and removes it', async ({
  page,
  axe,
}) => {
  await VirtualAuthenticator.open(page);
  await signInByPassword(page, await addOwnMember());
  await page.goto(`${ORIGIN}/profile`);
  await openFold(page, 'Advanced');
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added.')).toBeVisible();
  const passkey = page.getByRole('listitem').filter({ hasText: 'Not used yet.' });
  await passkey.getByText('Rename').click();
  await passkey.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await axe();
  await passkey.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My phone' })).toBeVisible();

  await signOut(page);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${ORIGIN}/forums/explore`);
  await page.goto(PASSKEYS_PAGE);
  await expect(page.getByText('Last used on')).toBeVisible();
  await page.getByLabel('Remove My phone').click();
  await page.getByRole('button', { name: 'Remove the passkey (My phone)' }).click();
  await expect(page.getByText('The passkey was removed.')).toBeVisible();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();

  // The page has notified the browser, which no longer offers the passkey.
  await signOut(page);
  await passkeyButton(page).click();
  await expect(page.getByText(CANCELLED)).toBeVisible();
});

test('a passkey that was removed on another device is rejected @full', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  await VirtualAuthenticator.open(page);
  const name = await signInAsOwnMember(page);
  await addPasskey(page);
  await signOut(page);
  await removePasskeys(name);
  await passkeyButton(page).click();
  await expect(page.getByText(REJECTED)).toBeVisible();
  await axe();
  await expect(page).toHaveURL(`${ORIGIN}/login`);
});

test('a device with a passkey of the account creates no second one @full', async ({ page }) => {
  await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

/** @returns a function that returns the body of the last sign-in: DevTools do not show that of a copied `Request` */
async function recordSignIn(page: Page): Promise<() => string> {
  let last = '';
  await page.exposeFunction('recordBody', (body: string) => void (last = body));
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/api/web/auth/passkey'))
        await (window as unknown as { recordBody: (body: string) => Promise<void> }).recordBody(
          await request.clone().text(),
        );
      return send(request);
    };
  });
  return () => last;
}

test('a sign-in that is sent again is rejected @full', async ({ page }) => {
  const signIn = await recordSignIn(page);
  await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await signOut(page);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${ORIGIN}/forums/explore`);
  const { token } = await (await page.request.get(`${ORIGIN}/api/token/csrf`)).json();
  const replay = await page.request.post(`${ORIGIN}/api/web/auth/passkey`, {
    headers: { 'x-csrf-token': token, origin: ORIGIN },
    data: JSON.parse(signIn()),
  });
  expect([replay.status(), (await replay.json()).code]).toEqual([401, 'passkey_rejected']);
});

test('a copy of a passkey whose counter does not rise is rejected @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  const authenticator = await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await signOut(page);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${ORIGIN}/forums/explore`);
  await page.goto(`${ORIGIN}/forums/my-discussions`);
  await signOut(page);
  await authenticator.replaceByCopy(0);
  await passkeyButton(page).click();
  await expect(page.getByText(REJECTED)).toBeVisible();
  await authenticator.replaceByCopy(50);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${ORIGIN}/forums/explore`);
});

test('without the owner’s finger, face or PIN no passkey is used, and the page explains it @full', async ({
  page,
}) => {
  const authenticator = await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await signOut(page);
  await authenticator.setVerified(false);
  await passkeyButton(page).click();
  await expect(page.getByText(CANCELLED)).toBeVisible();
  await expect(passkeyButton(page)).toBeEnabled();
});

test('a passkey confirms in place of the password, after 15 minutes @full', async ({
  page,
  axe,
}) => {
  await VirtualAuthenticator.open(page);
  const name = await signInAsOwnMember(page);
  await addPasskey(page);
  await expireConfirmation(name);
  await page.goto(PASSKEYS_PAGE);
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await expect(page.getByLabel(/^Remove/)).toBeHidden();
  await axe();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await page.getByLabel(/^Remove/).click();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await expect(page.getByText('The passkey was removed.')).toBeVisible();
});

test('a passkey deletes the account in place of the password @full', async ({ page }) => {
  await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await page.goto(`${ORIGIN}/profile/privacy/delete`);
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/goodbye`);
});

test('a passkey confirms on a page of staff, which continues @full', async ({ page, axe }) => {
  await VirtualAuthenticator.open(page);
  const name = await signInAsOwnMember(page, 'staff');
  await addPasskey(page);
  await expireConfirmation(name);
  await page.goto(`${ORIGIN}/staff/confirm?next=/staff/log`);
  await axe();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/staff/log`);
});

test('a page open for 15 minutes requests the password, then adds a passkey @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 403/);
  await VirtualAuthenticator.open(page);
  const name = await signInAsOwnMember(page);
  await page.goto(PASSKEYS_PAGE);
  await expireConfirmation(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added.')).toBeVisible();
});

test('at an address without passkeys the button explains it, and loads nothing @full', async ({
  page,
  axe,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(passkeyButton(page)).toBeDisabled();
  await expect(passkeyButton(page)).toHaveAccessibleDescription(
    /In the demo, passkeys work at http:\/\/localhost:\d+ only\./,
  );
  expect(loaded.filter((url) => /\/passkeys\.|auth\/passkey/.test(url))).toEqual([]);
  await axe();
});

test(
  'a browser without passkeys is informed, and not offered one',
  { tag: '@full' },
  async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await page.goto(`${ORIGIN}/login`);
    await expect(page.getByText('Passkeys don’t work in this browser.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'passkey' })).toHaveCount(0);
  },
);
