import { addMember } from '#demo/factories.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { waitForCode, emailsOf } from '#tests/support/browser/mail-folder.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  requestCode,
  EMAIL,
  enterCode,
  NEW_PASSWORD,
  setPassword,
} from '#tests/support/browser/password-reset-screens.ts';
import { clearRateLimits } from '#tests/support/server/clear-rate-limits.ts';

test('an unknown email and an empty one', { tag: '@full' }, async ({ page, instance, origin }) => {
  await page.goto(`${origin}/forgot-password`);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Please enter your email.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await requestCode(page, origin, 'nobody@glean.example');
  expect(await emailsOf(instance)).toEqual([]);
});

test(
  'a new code can be requested after a minute',
  { tag: '@full' },
  async ({ page, instance, origin, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 429/);
    await page.clock.install();
    await requestCode(page, origin);
    const first = page.url();
    await waitForCode(instance);
    await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeDisabled();
    await page.clock.fastForward(61_000);
    const again = page.getByRole('button', { name: 'Resend code', exact: true });
    // The server's clock has not moved.
    await again.click();
    await expect(page.locator('.LoginToast').getByRole('alert')).toBeVisible();
    clearRateLimits(instance);
    await again.click();
    await expect(page.getByText('A new code is on its way.')).toBeVisible();
    await expect(page).not.toHaveURL(first);
    await expect(page.getByRole('button', { name: /^Resend code in/ })).toBeDisabled();
    await enterCode(page, await waitForCode(instance, 2));
    await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
  },
);

test(
  'an expired code leads back to the start with the reason',
  { tag: '@full' },
  async ({ page, instance, origin, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    // The page checks its token when it opens.
    const checked = page.waitForResponse('**/check-forgot-token');
    await requestCode(page, origin);
    await checked;
    const code = await waitForCode(instance);
    await onDatabase((db) =>
      db
        .updateTable('password_resets')
        .set((eb) => ({ expires_at: eb('expires_at', '-', 600_000) }))
        .execute(),
    );
    await enterCode(page, code);
    await expect(page).toHaveURL(`${origin}/forgot-password`);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(MESSAGES.reset_expired);
  },
);

test(
  'a code of one member does not work for another',
  { tag: '@full' },
  async ({ page, instance, origin, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await onDatabase((db) => addMember(db, { email: 'jun@glean.example', password_hash: 'none' }));
    await requestCode(page, origin, 'jun@glean.example');
    const code = await waitForCode(instance);
    await requestCode(page, origin);
    expect(await waitForCode(instance, 2)).not.toBe(code);
    await enterCode(page, code);
    await expect(page.getByRole('main').getByText(MESSAGES.wrong_code)).toBeVisible();
  },
);

test(
  'the two passwords must match and be strong enough',
  { tag: '@full' },
  async ({ page, instance, origin, axe, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await requestCode(page, origin);
    await enterCode(page, await waitForCode(instance));
    await setPassword(page, NEW_PASSWORD, 'something else');
    await expect(page.getByRole('main').getByText('Password does not match')).toBeVisible();
    await expect(page.getByText('Password does not match')).toHaveCount(1);
    await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused();
    await axe();
    await setPassword(page, 'short');
    await expect(page.getByText('Your password must be at least 8 characters long')).toBeVisible();
    await setPassword(page, 'Ipa-at-Dayami-7');
    await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
  },
);

test('offline the form shows an error and keeps its values @full', async ({
  page,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${origin}/forgot-password`);
  await page.getByLabel('Email').fill(EMAIL);
  const search = page.getByRole('button', { name: 'Search' });
  await expect(search).toBeEnabled();
  await page.context().setOffline(true);
  await search.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You seem to be offline');
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await page.context().setOffline(false);
  await search.click();
  await expect(page.getByRole('heading', { name: 'We sent you a code' })).toBeVisible();
});

test.describe('while the mail server is down', () => {
  test.use({ settings: { MAIL_URL: 'smtp://127.0.0.1:9' } });

  test('the code page explains what to do', { tag: '@full' }, async ({ page, origin }) => {
    await requestCode(page, origin);
    await expect(page.getByText('Check your spam folder')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend code/ })).toBeVisible();
  });
});

test('every screen is accessible', { tag: '@full' }, async ({ page, instance, origin, axe }) => {
  await page.goto(`${origin}/forgot-password`);
  await axe();
  await requestCode(page, origin);
  await axe();
  await enterCode(page, await waitForCode(instance));
  await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
  await axe();
  await page.goto(`${origin}/forgot-password/success`);
  await axe();
});
