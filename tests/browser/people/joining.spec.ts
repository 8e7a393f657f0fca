import { addMember } from '#demo/factories.ts';
import {
  fillJoinForm,
  Finger,
  publishDocuments,
  waitForLink,
} from '#tests/support/browser/join-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { decodeQrCode } from '#tests/support/browser/read-qr-code.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';

const STAFF = { email: 'staff@glean.example', role: 'staff', password_hash: 'none' } as const;

test.beforeEach(async ({ onDatabase }) => {
  await onDatabase(async (db) => {
    await publishDocuments(db);
    await addMember(db, STAFF);
  });
});

test('a guest joins by the QR code at the door and posts', async ({
  page,
  browser,
  instance,
  origin,
  axe,
}) => {
  const office = await (await browser.newContext({ baseURL: origin })).newPage();
  await office.goto('/about');
  await signIn(office, 'staff', origin);
  await office.goto('/staff/invitations');
  await office.getByLabel('Who it’s for').fill('Door of the co-op');
  await office.getByRole('button', { name: 'Create invitation' }).click();
  await office.getByRole('link', { name: 'Print sheet' }).click();
  await expect(office.getByRole('heading', { name: 'Join Glean Community' })).toBeVisible();
  await office.emulateMedia({ media: 'print' });
  const address = await decodeQrCode(office.getByRole('img', { name: 'The link as a QR code' }));
  expect(address).toMatch(new RegExp(`^${origin}/join/[\\w-]{22}$`));
  await expect(office.getByText(address)).toBeVisible();
  await expect(office.getByRole('link', { name: 'Back' })).toBeHidden();
  await office.context().close();

  const finger = new Finger();
  const screens = ['the form'];
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'You’re invited!' })).toBeVisible();
  await axe();
  await fillJoinForm(page, { email: 'lea@farm.example', finger });
  screens.push('the mailbox');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await axe();
  const link = await waitForLink(instance, 'lea@farm.example');
  // A mail scanner opened the link first.
  await page.request.get(origin + link);
  finger.taps += 1;
  screens.push('the password');
  await page.goto(origin + link);
  await expect(page.getByRole('heading', { name: 'Welcome, Lea Manalo' })).toBeVisible();
  await axe();
  await finger.type(page.getByLabel('Password', { exact: true }), NEW_PASSWORD);
  await finger.tap(page.getByRole('button', { name: 'Get started' }));
  screens.push('the newest posts');
  await expect(page).toHaveURL(`${origin}/forums/explore`);
  await expect(page.getByRole('button', { name: 'I agree' })).toHaveCount(0);
  await finger.tap(page.getByRole('button', { name: 'Post', exact: true }));
  screens.push('the new post');
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await finger.type(dialog.getByLabel('Title'), 'Rice straw, dry');
  await finger.type(dialog.getByLabel('Description'), 'Forty bundles beside the road.');
  await finger.tap(dialog.getByRole('button', { name: 'Post', exact: true }));
  await expect(page.getByRole('article').getByText('Rice straw, dry')).toBeVisible();
  expect(screens.length).toBeLessThanOrEqual(6);
  expect(finger.taps).toBeLessThanOrEqual(20);
});

test('staff admit an applicant and decline another @full', async ({
  page,
  browser,
  instance,
  origin,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  await page.goto(`${origin}/join`);
  await axe();
  await fillJoinForm(page, { email: 'lea@farm.example' });
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goto(`${origin}/join`);
  await fillJoinForm(page, { email: 'spam@farm.example' });
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const office = await browser.newContext({ baseURL: origin });
  const staff = await office.newPage();
  await staff.goto('/about');
  await signIn(staff, 'staff', origin);
  await staff.goto('/staff/applications');
  const spam = staff.getByRole('article').filter({ hasText: 'spam@farm.example' });
  await spam.getByText('Decline').first().click();
  await spam.getByLabel('Why').fill('Please come to the office first.');
  await spam.getByRole('button', { name: 'Decline' }).click();
  await expect(staff.getByText('was declined. We’ll email them the reason.')).toBeVisible();
  await staff.getByRole('button', { name: 'Approve' }).click();
  await expect(staff.getByText('Lea Manalo was approved. We’ll email them a link.')).toBeVisible();
  await expect(staff.getByText('Nothing to decide')).toBeVisible();
  await office.close();

  await page.goto(origin + (await waitForLink(instance, 'lea@farm.example')));
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByText('at least 8 characters long')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Show the password').check();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page).toHaveURL(`${origin}/forums/explore`);
});

test('staff’s pages about joining are accessible @full', async ({ page, origin, axe }) => {
  await page.goto(`${origin}/join`);
  await fillJoinForm(page, { email: 'lea@farm.example' });
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await signIn(page, 'staff', origin);
  for (const path of ['/staff/applications', '/staff/applications?state=declined']) {
    await page.goto(origin + path);
    await axe();
  }
  await page.goto(`${origin}/staff/invitations`);
  await axe();
  await page.getByLabel('Who it’s for').fill('Door');
  await page.getByLabel('How many').fill('3');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByText('0 of 3')).toBeVisible();
  await axe();
  await page.goto(`${page.url()}/sheet`);
  await axe();
  await page.goBack();
  await page.getByText('Revoke', { exact: true }).click();
  await page.getByRole('button', { name: 'Revoke this invitation' }).click();
  await expect(page.getByText('Revoked')).toBeVisible();
});

test('errors are shown beside their fields, and typed text stays @full', async ({
  page,
  origin,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 4(00|10)/);
  await page.goto(`${origin}/join`);
  await page
    .getByRole('main')
    .locator('form:not(.languages)')
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByLabel('First name').fill('R2');
  await page.getByLabel('What you do').fill('I grow rice.');
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/numerics/);
  await expect(page.getByLabel('What you do')).toHaveValue('I grow rice.');
  await expect(page.getByText('Please choose your role.')).toBeVisible();
  await axe();
  await page.goto(`${origin}/join/${'A'.repeat(22)}`);
  await expect(page.getByRole('heading', { name: 'This invitation doesn’t work' })).toBeVisible();
  await axe();
  await page.goto(`${origin}/join/confirm/${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await axe();
});
