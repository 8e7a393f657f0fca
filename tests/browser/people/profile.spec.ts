import { AVATAR } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold, openProfile, openSetting } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { blankPng, redBlueImage } from '#tests/support/nouns/images.ts';

test.beforeEach(openProfile);

test('the card shows the member’s details', async ({ page }) => {
  await expect(page).toHaveTitle('Profile | Glean');
  await expect(page.getByRole('heading', { name: 'Maria Luz Santos' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Account Information' });
  await expect(card.getByText(/^Joined on \d+ \w+ 20\d\d$/)).toBeVisible();
  const tag = page.getByRole('button', { name: 'Farmer' });
  await expect(tag).toHaveAttribute('aria-pressed', 'false');
  await tag.click();
  await expect(tag).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('You grow crops')).toBeVisible();

  const panel = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Account' }).focus();
  for (const [tab, fact] of [
    ['Email Address', 'maria@glean.example'],
    ['Contact No.', '09171234567'],
    ['Birthdate', '14 March 1976'],
    ['Account', 'Luz'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: tab })).toBeFocused();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(panel).toContainText(fact);
  }
});

test('an avatar is chosen, cropped and saved, and shows everywhere', async ({
  page,
  allowBrowserErrors,
  axe,
}) => {
  allowBrowserErrors(/status of 4(00|15)|ERR_FAILED/);
  const input = page.locator(`input[name=${AVATAR.field}]`);
  await input.setInputFiles({
    name: 'a.gif',
    mimeType: 'image/gif',
    buffer: await redBlueImage(9, 9).gif().toBuffer(),
  });
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    MESSAGES.unsupported_avatar_type,
  );
  await expect(page.getByText(MESSAGES.unsupported_avatar_type)).toHaveCount(1);

  // Phones often send no type, so the content decides.
  const photo = {
    name: 'IMG_1',
    mimeType: 'application/octet-stream',
    buffer: blankPng(600, 400),
  };
  const opener = page.getByRole('button', { name: 'Change photo' });
  const choosing = page.waitForEvent('filechooser');
  await opener.click();
  await (await choosing).setFiles(photo);
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
  const square = dialog.locator('.ReactCrop__crop-selection');
  await expect(square).toBeVisible();
  const box = await square.boundingBox();
  expect(Math.round(box?.width ?? 0)).toBe(150);
  expect(Math.round(box?.height ?? 0)).toBe(150);
  await axe();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole('main').locator('img[src^="/media/"]')).toHaveCount(0);

  await input.setInputFiles(photo);
  await expect(square).toBeVisible();
  const handle = dialog.getByRole('button', { name: /south east|bottom right/i });
  await handle.focus();
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Control+ArrowUp');
  const width = async () => Math.round((await square.boundingBox())?.width ?? 0);
  await expect.poll(width).toBeLessThan(150);
  for (let pressed = 0; pressed < 9; pressed += 1) await page.keyboard.press('Control+ArrowUp');
  await expect.poll(width).toBe(25);
  await page.route('**/account/avatar', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You seem to be offline.');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused();
  const sent = page.evaluate(
    () =>
      new Promise((resolve) => {
        globalThis.FormData = class extends FormData {
          override append(name: string, value: string | Blob, file = ''): void {
            if (!(value instanceof Blob)) return super.append(name, value);
            resolve(value.type);
            super.append(name, value, file);
          }
        };
      }),
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await sent).toBe('image/png');
  await expectToast(page, 'AppToast', SAVED_MESSAGES.avatar);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').locator('img[src^="/media/"]')).toHaveCount(1);
  await expect(page.getByRole('banner').locator('img[src^="/media/"]')).toHaveCount(1);
});

test(
  'a crop survives an ended session, with a link to log in',
  { tag: '@full' },
  async ({ page, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 401/);
    const photo = { name: 'a.png', mimeType: 'image/png', buffer: blankPng(600, 400) };
    await page.locator(`input[name=${AVATAR.field}]`).setInputFiles(photo);
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await expect(dialog.locator('.ReactCrop__crop-selection')).toBeVisible();
    await onDatabase((db) => db.deleteFrom('sessions').execute());
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert').getByRole('link', { name: 'Login' })).toBeVisible();
  },
);

test(
  'a file that is empty or not an image shows an error',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    // Playwright's trace fetches the image that failed.
    allowBrowserErrors(/connect-src/);
    const input = page.locator(`input[name=${AVATAR.field}]`);
    await input.setInputFiles({ name: 'z.jpg', mimeType: 'image/jpeg', buffer: Buffer.of() });
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(IMAGE_MESSAGES.image_empty);
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'couldn’t open this photo',
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'sessions are listed and ended, one or all',
  { tag: '@full' },
  async ({ page, browser, origin }) => {
    const others = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL: origin })));
    for (const other of others) await signIn(await other.newPage(), 'maria', origin);
    await page.reload();
    await openFold(page, 'Settings');
    await expect(page.getByText('This device')).toBeVisible();
    await expect(page.getByText('Last active: just now').first()).toBeVisible();
    const buttons = page.getByRole('button', { name: /^Log out Chrome/ });
    await expect(buttons).toHaveCount(3);
    const question = page.getByRole('alertdialog', { name: /^Log out Chrome/ });
    await buttons.first().click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(buttons).toHaveCount(3);
    await buttons.first().click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(buttons).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'Where you’re logged in' })).toBeFocused();
    const activeCount = async () => {
      const responses = others.map(({ request }) => request.get('/api/web/account/profile'));
      return (await Promise.all(responses)).filter((response) => response.ok()).length;
    };
    expect(await activeCount()).toBe(2);
    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await expect(buttons).toHaveCount(0);
    expect(await activeCount()).toBe(0);
    for (const other of others) await other.close();
    await page.getByRole('button', { name: 'Log out this device' }).click();
    await expect(page).toHaveURL(`${origin}/login`);
  },
);

test('a change made elsewhere appears on returning to the page @full', async ({
  page,
  maria,
  onDatabase,
}) => {
  const form = await openSetting(page, 'Profile');
  await form.getByLabel('Middle Name').fill('half written');
  await onDatabase((db) =>
    db.updateTable('members').set({ first_name: 'Marites' }).where('id', '=', maria.id).execute(),
  );
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(page.getByRole('heading', { name: 'Marites Luz Santos' })).toBeVisible();
  await expect(form.getByLabel('Middle Name')).toHaveValue('half written');
});

test('the page is accessible, with each setting open', { tag: '@full' }, async ({ page, axe }) => {
  await axe();
  for (const title of ['Profile', 'Contact No.', 'Change Password']) {
    const form = await openSetting(page, title);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await axe();
  }
});
