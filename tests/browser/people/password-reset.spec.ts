import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { waitForCode, emailsOf, differentCode } from '#tests/support/browser/mail-folder.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  requestCode,
  EMAIL,
  enterCode,
  NEW_PASSWORD,
  setPassword,
} from '#tests/support/browser/password-reset-screens.ts';
import { enterCredentials, signIn } from '#tests/support/browser/sign-in.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

test('a forgotten password is reset, from the login screen to a new login', async ({
  page,
  browser,
  instance,
  origin,
}) => {
  const elsewhere = await browser.newContext({ baseURL: origin });
  await signIn(await elsewhere.newPage(), 'maria', origin);

  await page.goto(`${origin}/login`);
  // React reports an error for an island that is removed by a navigation while it hydrates.
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page).toHaveTitle('Forgot Password | Glean');
  await expect(page.getByRole('heading', { name: 'Find your Account' })).toBeFocused();
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0);
  await page.getByLabel('Email').fill(` ${EMAIL.toUpperCase()}`);
  await expect(page.getByRole('button', { name: 'Search' })).toBeEnabled();
  await page.getByLabel('Email').press('Enter');
  await expect(page).toHaveURL(/\/forgot-password\/verification\/[\w-]{43}$/);

  await expect(page.getByRole('heading', { name: 'We sent you a code' })).toBeFocused();
  await expect(page.getByText(`8 digits, sent to ${EMAIL}`)).toBeVisible();
  const code = page.getByLabel('Code');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  const sent = await waitForCode(instance);
  // Some phones paste the code like this.
  await code.fill(` ${sent.slice(0, 4)}-${sent.slice(4)} `);
  const response = Promise.withResolvers<void>();
  await page.route('**/verify-otp', async (route) => {
    await response.promise;
    await route.continue();
  });
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Checking your code....' })).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('Checking your code....');
  response.resolve();
  await expect(page).toHaveURL(/\/forgot-password\/change-password\/[\w-]{43}$/);
  await expect(page.getByRole('heading', { name: 'Create new password' })).toBeFocused();
  await expect(page.getByText('Your new password should be 8 characters or more')).toBeVisible();

  await setPassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL(`${origin}/forgot-password/success`);
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused();
  await expect(page.getByText("You've successfully updated your password")).toBeVisible();
  expect((await elsewhere.request.get('/api/web/account/profile')).status()).toBe(401);
  expect((await page.request.get(`${origin}/api/web/account/profile`)).status()).toBe(401);
  await expect.poll(async () => (await emailsOf(instance)).length).toBe(2);

  await page.getByRole('link', { name: 'Back to Log In' }).click();
  await enterCredentials(page, EMAIL, NEW_PASSWORD);
  await expect(page).toHaveURL(`${origin}/forums/explore`);
  await elsewhere.close();
});

test(
  'Back does not return to a finished step, and a used token leads to the start',
  { tag: '@full' },
  async ({ page, instance, origin, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await requestCode(page, origin);
    const used = page.url();
    await enterCode(page, await waitForCode(instance));
    await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
    const set = page.url();
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${origin}/forgot-password`);
    for (const address of [used, set]) {
      await page.goto(address);
      await expect(page).toHaveURL(`${origin}/forgot-password`);
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(MESSAGES.reset_expired);
      await expect(page.getByText(MESSAGES.reset_expired)).toHaveCount(1);
    }
  },
);

test(
  'a wrong code shows an error, and the sixth attempt is rate limited',
  { tag: '@full' },
  async ({ page, instance, origin, axe, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 4(00|29)/);
    await requestCode(page, origin);
    const code = await waitForCode(instance);
    await enterCode(page, '12');
    await expect(page.getByText(MESSAGES.malformed_code)).toBeVisible();
    for (let tried = 1; tried <= 5; tried += 1) {
      const response = page.waitForResponse('**/verify-otp');
      await enterCode(page, differentCode(code));
      expect((await response).status()).toBe(400);
      await expectToast(page, 'LoginToast', MESSAGES.wrong_code);
      await expect(page.getByLabel('Code')).toBeFocused();
    }
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(
      new RegExp(MESSAGES.wrong_code),
    );
    await expect(page.getByLabel('Code')).toHaveValue(differentCode(code));
    await axe();
    const response = page.waitForResponse('**/verify-otp');
    await enterCode(page, code);
    expect((await response).status()).toBe(429);
    await expect(page.locator('.LoginToast').getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/verification/);
  },
);

test(
  'a token does not work in another browser',
  { tag: '@full' },
  async ({ page, instance, browser, origin, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await requestCode(page, origin);
    await waitForCode(instance);
    const other = await browser.newContext();
    const stranger = await other.newPage();
    await stranger.goto(page.url());
    await expect(stranger).toHaveURL(`${origin}/forgot-password`);
    await expect(stranger.getByRole('main').getByRole('alert')).toContainText(
      'was requested in another browser. Enter it there, or request a new one here.',
    );
    await other.close();
  },
);
