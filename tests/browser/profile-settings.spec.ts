import { addPost } from '#demo/factories.ts';
import { PASSWORD_MESSAGES } from '#lib/contract/passwords.ts';
import { PROFILE_MESSAGES } from '#lib/contract/profile.ts';
import { expect, test } from '#tests/support/own-server-fixtures.ts';
import { openProfile, openSetting, save } from '#tests/support/profile-screens.ts';
import { PASSWORD, signIn } from '#tests/support/sign-in.ts';
import { expectToast } from '#tests/support/toasts.ts';

test.beforeEach(openProfile);

test('a name is validated, saved, and shows everywhere', async ({ page, origin }) => {
  const form = await openSetting(page, 'Profile');
  const name = { 'First Name': 'Maria', 'Middle Name': 'Luz', 'Last Name': 'Santos' };
  await save(form, name);
  await expect(form.getByRole('alert')).toHaveText(PROFILE_MESSAGES.unchanged);
  await expectToast(page, 'AppToast', PROFILE_MESSAGES.unchanged);
  await save(form, { 'Last Name': '' });
  await expect(page.locator('.AppToast').getByRole('alert')).toHaveCount(0);
  for (const [part, value, message] of [
    ['First Name', '', PROFILE_MESSAGES.nameRequired],
    ['Last Name', '  ', PROFILE_MESSAGES.nameRequired],
    ['First Name', 'Maria 2', PROFILE_MESSAGES.nameLetters],
    ['First Name', 'M'.repeat(51), PROFILE_MESSAGES.nameLong],
    ['Last Name', 'S', PROFILE_MESSAGES.nameShort],
    ['Middle Name', '   ', PROFILE_MESSAGES.middleName],
    ['Middle Name', '', PROFILE_MESSAGES.middleName],
  ] as const) {
    await save(form, { ...name, [part]: value });
    await expect(form.getByText(message)).toBeVisible();
    await expect(form.getByLabel(part)).toBeFocused();
  }
  await save(form, { ...name, 'First Name': " Marí-a'ng ", 'Last Name': 'De la Peña' });
  await expectToast(page, 'AppToast', PROFILE_MESSAGES.saved);
  await expect(form.getByLabel('First Name')).toHaveValue("Marí-a'ng");
  await expect(page.getByRole('heading', { name: "Marí-a'ng Luz De la Peña" })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText("Marí-a'ng De la Peña", { exact: true })).toBeVisible();
  await page.goto(`${origin}/profile`);
  await expect(page.getByRole('heading', { name: "Marí-a'ng Luz De la Peña" })).toBeVisible();
});

test('a phone number is validated and saved', async ({ page }) => {
  const form = await openSetting(page, 'Contact No.');
  const field = form.getByLabel('Contact No.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(PROFILE_MESSAGES.unchanged)).toBeVisible();
  for (const [number, message] of [
    ['', PROFILE_MESSAGES.phoneRequired],
    ['0917123456', PROFILE_MESSAGES.phoneShort],
    ['08171234567', PROFILE_MESSAGES.phoneForm],
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
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'AppToast', PROFILE_MESSAGES.saved);
  await page.getByRole('tab', { name: 'Contact No.' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('09197654321');
});

test('a password is validated and changed, and other sessions end', async ({
  page,
  browser,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 40[03]/);
  const other = await browser.newContext({ baseURL: origin });
  await signIn(await other.newPage(), 'maria', origin);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(1);

  const form = await openSetting(page, 'Change Password');
  const good = 'Dayami-at-2-Ipa!';
  const entered = { 'Current Password': PASSWORD, 'New Password': good, 'Confirm Password': good };
  for (const [change, message] of [
    [{ 'Confirm Password': '' }, PASSWORD_MESSAGES.missing],
    [{ 'Current Password': '' }, PASSWORD_MESSAGES.missing],
    [{ 'New Password': 'Short-1' }, PASSWORD_MESSAGES.weak],
    [{ 'New Password': 'dayami-at-ipa!' }, PASSWORD_MESSAGES.weak],
    [{ 'New Password': PASSWORD, 'Confirm Password': PASSWORD }, PASSWORD_MESSAGES.same],
    [{ 'Confirm Password': `${good}x` }, PASSWORD_MESSAGES.mismatch],
  ] as const) {
    await save(form, { ...entered, ...change });
    await expect(form.getByRole('alert')).toHaveText(message);
    await expectToast(page, 'AppToast', message);
  }
  await save(form, { ...entered, 'Current Password': 'not it' });
  await expect(form.getByText(PASSWORD_MESSAGES.wrongCurrent)).toBeVisible();
  await expect(form.getByLabel('New Password', { exact: true })).toHaveValue(good);

  await save(form, entered);
  await expectToast(page, 'AppToast', PROFILE_MESSAGES.saved);
  await expect(form.getByLabel('Current Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);
  expect((await other.request.get('/api/web/account/profile')).status()).toBe(401);
  expect((await page.request.get(`${origin}/api/web/account/profile`)).status()).toBe(200);
  await other.close();
});

test('a new name shows in the forum immediately, also on pages read before', async ({
  page,
  maria,
  onDatabase,
}) => {
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
  await expectToast(page, 'AppToast', PROFILE_MESSAGES.saved);
  await open();
  await expect(page.getByRole('article')).toContainText('Marites Santos');
});
