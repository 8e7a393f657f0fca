// With a server of its own: staff add a member with a phone number and no email, who chooses a password and logs in.
import { addMember } from '#demo/factories.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { PASSWORD } from '#tests/support/browser/sign-in.ts';

const NEW_PASSWORD = 'Dayami-at-2-Ipa!';

test('a member without email gets a code at the desk, chooses a password and logs in by phone @full', async ({
  page,
  browser,
  origin,
  onDatabase,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 40[0139]/);
  const password_hash = await hashPassword(PASSWORD);
  const sol = { password_hash, role: 'staff', first_name: 'Sol', email: 'sol@x.example' } as const;
  await onDatabase((db) => addMember(db, sol));
  await page.goto(`${origin}/login?redirect=${encodeURIComponent('/staff/members/new')}`);
  await page.getByLabel('Email').fill(sol.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();

  await page.getByLabel('Phone number to log in with').fill('0917 123 4567');
  await page.getByLabel('First name').fill('Lito');
  await page.getByLabel('Last name').fill('Bautista');
  await axe();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The member was added. Now make a code')).toBeVisible();
  await axe();
  const make = page.getByRole('button', { name: 'Make the code' });
  const facts = await page.locator('dl').first().boundingBox();
  expect((await make.boundingBox())?.y).toBeLessThan(facts?.y ?? 0);
  await make.click();
  await expect(page.getByRole('heading', { name: 'The code for Lito Bautista' })).toBeVisible();
  await axe();
  const code = (await page.locator('.code').textContent()) ?? '';
  expect(code).toMatch(/^\w{5}-\w{5}$/);
  await page.reload();
  expect(await page.content()).not.toContain(code);

  const own = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await own.goto(`${origin}/login`);
  await own.getByRole('link', { name: 'Use a phone number' }).click();
  await own.getByRole('link', { name: 'Enter the code from your co-op staff' }).click();
  await own.getByLabel('Code').fill(code.toLowerCase());
  await own.getByLabel('New Password').fill(NEW_PASSWORD);
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(own.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await own.getByRole('link', { name: 'Log in with your phone number' }).click();
  await own.getByLabel('Phone number').fill('+639171234567');
  await own.getByLabel('Password').fill('Wrong-1-Cow!');
  await own.getByRole('button', { name: 'Login' }).click();
  await expect(own.getByRole('alert')).toContainText('Wrong phone number or password.');
  await expect(own.getByLabel('Phone number')).toHaveValue('+639171234567');
  await own.getByLabel('Password').fill(NEW_PASSWORD);
  await own.getByRole('button', { name: 'Login' }).click();
  await own.waitForURL(/\/forums\/explore/);
  await own.goto(`${origin}/profile/log-in-phone`);
  await expect(own.getByLabel('Phone number you log in with')).toHaveValue('09171234567');
  await own.getByRole('button', { name: 'Account menu' }).click();
  await own.getByRole('button', { name: 'Logout' }).click();
  await own.waitForURL(/\/login/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the form for a phone number is shown, and explains errors', async ({
    page,
    origin,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 40/);
    await page.goto(`${origin}/login`);
    await page.getByRole('link', { name: 'Use a phone number' }).click();
    await page.getByLabel('Phone number').fill('0917');
    await page.getByLabel('Password').fill('x');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('must be 11 digits long')).toBeVisible();
  });
});
