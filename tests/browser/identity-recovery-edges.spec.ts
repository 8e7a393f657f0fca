import { addMember } from '#demo/factories.ts';
import { CODE_MESSAGES } from '#lib/contract/password-reset.ts';
import { forgetLimits } from '#tests/support/limits.ts';
import { codeFrom, lettersOf } from '#tests/support/outbox.ts';
import { expect, test } from '#tests/support/own-site.ts';
import {
  askForCode,
  EMAIL,
  enterCode,
  NEW_PASSWORD,
  setPassword,
} from '#tests/support/recovery.ts';
import { PASSWORD } from '#tests/support/sign-in.ts';
import { expectToast } from '#tests/support/toasts.ts';

test('an address nobody has, or none at all', async ({ page, place, origin }) => {
  await page.goto(`${origin}/forgot-password`);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Please enter your email.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await askForCode(page, origin, 'nobody@glean.example');
  expect(await lettersOf(place)).toEqual([]);
});

test('another code may be asked for after a minute', async ({
  page,
  place,
  origin,
  allowComplaints,
}) => {
  allowComplaints(/status of 429/);
  await page.clock.install();
  await askForCode(page, origin);
  const first = page.url();
  await codeFrom(place);
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  await page.clock.fastForward(61_000);
  const again = page.getByRole('button', { name: 'Send a new code', exact: true });
  // The server's own clock has not moved.
  await again.click();
  await expect(page.locator('.LoginToast').getByRole('alert')).toBeVisible();
  forgetLimits(place);
  await again.click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole('button', { name: /^Send a new code in/ })).toBeDisabled();
  await enterCode(page, await codeFrom(place, 2));
  await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
});

test('a code that has ended leads back to the start, and says why', async ({
  page,
  place,
  origin,
  onDatabase,
  allowComplaints,
}) => {
  allowComplaints(/status of 400/);
  // The page itself asks on arrival.
  const asked = page.waitForResponse('**/check-forgot-token');
  await askForCode(page, origin);
  await asked;
  const code = await codeFrom(place);
  // Ten minutes go by.
  await onDatabase((db) =>
    db
      .updateTable('password_resets')
      .set((eb) => ({ expires_at: eb('expires_at', '-', 600_000) }))
      .execute(),
  );
  await enterCode(page, code);
  await expect(page).toHaveURL(`${origin}/forgot-password`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(CODE_MESSAGES.ended);
});

test('the code of one member is worth nothing for another', async ({
  page,
  place,
  origin,
  onDatabase,
  allowComplaints,
}) => {
  allowComplaints(/status of 400/);
  await onDatabase((db) => addMember(db, { email: 'jun@glean.example', password_hash: 'none' }));
  await askForCode(page, origin, 'jun@glean.example');
  const code = await codeFrom(place);
  await askForCode(page, origin);
  expect(await codeFrom(place, 2)).not.toBe(code);
  await enterCode(page, code);
  await expect(page.getByRole('main').getByText(CODE_MESSAGES.wrong)).toBeVisible();
});

test('the two passwords must be the same, and good', async ({
  page,
  place,
  origin,
  axe,
  allowComplaints,
}) => {
  allowComplaints(/status of 400/);
  await askForCode(page, origin);
  await enterCode(page, await codeFrom(place));
  await setPassword(page, NEW_PASSWORD, 'something else');
  await expect(page.getByRole('main').getByText('Password does not match')).toBeVisible();
  await expectToast(page, 'LoginToast', 'Password does not match');
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused();
  await axe();
  await setPassword(page, 'short');
  await expect(page.getByText('Your password must be at least 8 characters long')).toBeVisible();
  await setPassword(page, PASSWORD.replace('Palay', 'Ipa-at-Dayami'));
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
});

test('a lost connection is said, and nothing typed is lost', async ({
  page,
  origin,
  allowComplaints,
}) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${origin}/forgot-password`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You seem to be offline');
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'We sent you a code' })).toBeVisible();
});

test.describe('while the mail server is down', () => {
  test.use({ settings: { MAIL_URL: 'smtp://127.0.0.1:9' } });

  test('the code waits, and the page says what to do', async ({ page, origin }) => {
    await askForCode(page, origin);
    await expect(page.getByText('Look among the unwanted mail')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send a new code/ })).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every screen is accessible', async ({ page, place, origin, axe }) => {
      await page.goto(`${origin}/forgot-password`);
      await axe();
      await askForCode(page, origin);
      await axe();
      await enterCode(page, await codeFrom(place));
      await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
      await axe();
      await page.goto(`${origin}/forgot-password/success`);
      await axe();
    });
  });
