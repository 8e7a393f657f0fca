import { addPost } from '#demo/factories.ts';
import { CONFIRMATION_MESSAGES } from '#lib/contract/messages/auth.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  openFold,
  openProfile,
  openSetting,
  save,
} from '#tests/support/browser/profile-screens.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

test.beforeEach(openProfile);

test(
  'a name is validated, saved, and shows everywhere',
  { tag: '@full' },
  async ({ page, origin }) => {
    const form = await openSetting(page, 'Profile');
    const name = { 'First Name': 'Maria', 'Middle Name': 'Luz', 'Last Name': 'Santos' };
    await save(form, name);
    await expect(form.getByRole('alert')).toHaveText(MESSAGES.no_changes);
    await expect(page.getByText(MESSAGES.no_changes)).toHaveCount(1);
    for (const [part, value, message] of [
      ['First Name', '', MESSAGES.name_required],
      ['Last Name', '  ', MESSAGES.name_required],
      ['First Name', 'Maria 2', MESSAGES.name_characters],
      ['First Name', 'M'.repeat(51), MESSAGES.name_too_long],
      ['Last Name', 'S', MESSAGES.name_too_short],
      ['Middle Name', '   ', MESSAGES.middle_name_required],
      ['Middle Name', '', MESSAGES.middle_name_required],
    ] as const) {
      await save(form, { ...name, [part]: value });
      await expect(form.getByText(message)).toBeVisible();
      await expect(form.getByLabel(part)).toBeFocused();
    }
    await save(form, { ...name, 'First Name': " Marí-a'ng ", 'Last Name': 'De la Peña' });
    await expectToast(page, 'AppToast', SAVED_MESSAGES.profile);
    await expect(form.getByLabel('First Name')).toHaveValue("Marí-a'ng");
    await expect(page.getByRole('heading', { name: "Marí-a'ng Luz De la Peña" })).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByText("Marí-a'ng De la Peña", { exact: true })).toBeVisible();
    await page.goto(`${origin}/profile`);
    await expect(page.getByRole('heading', { name: "Marí-a'ng Luz De la Peña" })).toBeVisible();
  },
);

test('a phone number is validated and saved', { tag: '@full' }, async ({ page }) => {
  const form = await openSetting(page, 'Contact No.');
  const field = form.getByLabel('Contact No.');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText(MESSAGES.no_changes)).toBeVisible();
  for (const [number, message] of [
    ['', MESSAGES.phone_required],
    ['0917123456', MESSAGES.phone_too_short],
    ['08171234567', MESSAGES.phone_invalid],
  ] as const) {
    await save(form, { 'Contact No.': number });
    await expect(form.getByText(message)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill('');
  await field.pressSequentially('0918-abc 765 4321 99');
  await expect(field).toHaveValue('09187654321');
  await field.fill('+63 919 765 4321');
  await expect(field).toHaveValue('09197654321');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'AppToast', SAVED_MESSAGES.profile);
  await page.getByRole('tab', { name: 'Contact No.' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('09197654321');
});

test(
  'a name with a period is rejected, and saved without it at one press',
  { tag: '@full' },
  async ({ page, axe }) => {
    const form = await openSetting(page, 'Profile');
    await save(form, { 'First Name': 'Ma. Cristina', 'Last Name': 'dela Cruz Jr.' });
    await expect(form.getByText(MESSAGES.name_characters)).toHaveCount(2);
    await axe();
    await form.getByRole('button', { name: 'Use Ma Cristina' }).click();
    await expect(form.getByText(MESSAGES.name_characters)).toHaveCount(1);
    await form.getByRole('button', { name: 'Use dela Cruz Jr', exact: true }).press('Enter');
    await expectToast(page, 'AppToast', SAVED_MESSAGES.profile);
    await expect(page.getByRole('heading', { name: 'Ma Cristina Luz dela Cruz Jr' })).toBeVisible();
    await expect(form.getByRole('button', { name: /^Use/ })).toHaveCount(0);
    await save(form, { 'First Name': 'Ma. 2' });
    await expect(form.getByText(MESSAGES.name_characters)).toBeVisible();
    await expect(form.getByRole('button', { name: /^Use/ })).toHaveCount(0);
  },
);

test('a phone number with a digit too many is rejected', { tag: '@full' }, async ({ page }) => {
  const form = await openSetting(page, 'Contact No.');
  const field = form.getByLabel('Contact No.');
  const cursor = () => field.evaluate((input: HTMLInputElement) => input.selectionStart);
  await field.focus();
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
  await page.keyboard.type('8');
  await expect(field).toHaveValue('09171234567');
  expect(await cursor()).toBe(4);
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('0911234567');
  await page.keyboard.type('x8');
  await expect(field).toHaveValue('09181234567');
  expect(await cursor()).toBe(4);
  await field.fill('0917 123 4567 89');
  await expect(field).toHaveValue('09181234567');
  await expect(form.getByText(MESSAGES.phone_too_short)).toBeVisible();
  await field.fill('+63 (0)917\u2011123.4567');
  await expect(field).toHaveValue('09171234567');
  await expect(form.getByText(MESSAGES.phone_too_short)).toHaveCount(0);
});

test(
  'a password is validated and changed, and other sessions end',
  { tag: '@full' },
  async ({ page, browser, origin, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 40[03]/);
    const other = await browser.newContext({ baseURL: origin });
    await signIn(await other.newPage(), 'maria', origin);
    await page.reload();
    await openFold(page, 'Settings');
    await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toHaveCount(1);

    const form = await openSetting(page, 'Change Password');
    const good = 'Dayami-at-2-Ipa!';
    const entered = {
      'Current Password': PASSWORD,
      'New Password': good,
      'Confirm Password': good,
    };
    for (const [change, message] of [
      [{ 'Confirm Password': '' }, MESSAGES.passwords_required],
      [{ 'Current Password': '' }, MESSAGES.passwords_required],
      [{ 'New Password': 'Short-1' }, MESSAGES.password_weak],
      [{ 'New Password': 'dayami-at-ipa!' }, MESSAGES.password_weak],
      [{ 'New Password': PASSWORD, 'Confirm Password': PASSWORD }, MESSAGES.password_unchanged],
      [{ 'Confirm Password': `${good}x` }, CONFIRMATION_MESSAGES.settings],
    ] as const) {
      await save(form, { ...entered, ...change });
      await expect(form.getByRole('alert')).toHaveText(message);
      await expect(page.getByText(message)).toHaveCount(1);
    }
    await save(form, { ...entered, 'Current Password': 'not it' });
    await expect(form.getByText(MESSAGES.wrong_current_password)).toBeVisible();
    await expect(form.getByLabel('New Password', { exact: true })).toHaveValue(good);

    await save(form, entered);
    await expectToast(page, 'AppToast', SAVED_MESSAGES.profile);
    await expect(form.getByLabel('Current Password', { exact: true })).toHaveValue('');
    await expect(page.getByRole('button', { name: /^Log out Chrome/ })).toHaveCount(0);
    expect((await other.request.get('/api/web/account/profile')).status()).toBe(401);
    expect((await page.request.get(`${origin}/api/web/account/profile`)).status()).toBe(200);
    await other.close();
  },
);

test(
  'a new name shows in the forum immediately, also on pages read earlier',
  { tag: '@full' },
  async ({ page, maria, onDatabase }) => {
    await onDatabase((db) => addPost(db, { author_id: maria.id }));
    const forums = page.getByRole('navigation').getByRole('link', { name: 'Forums' });
    const open = async () => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await forums.filter({ visible: true }).first().click();
    };
    await open();
    await expect(page.getByRole('article')).toContainText('Maria Santos');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Account Information' }).click();
    await save(await openSetting(page, 'Profile'), { 'First Name': 'Marites' });
    await expectToast(page, 'AppToast', SAVED_MESSAGES.profile);
    await open();
    await expect(page.getByRole('article')).toContainText('Marites Santos');
  },
);
