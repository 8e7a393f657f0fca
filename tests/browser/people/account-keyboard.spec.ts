import type { Locator } from '@playwright/test';

import { AVATAR } from '#lib/contract/images.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { PASSWORD } from '#tests/support/browser/sign-in.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

test(
  'by keyboard alone a member logs in, changes the account, and logs out',
  { tag: '@full' },
  async ({ page, origin, maria }) => {
    const act = async (target: Locator) => {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${origin}/login?redirect=/profile`);
    const email = page.getByLabel('Email');
    await act(page.getByRole('button', { name: 'Login' }));
    await expect(email).toBeFocused();
    await page.keyboard.type(maria.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await act(page.getByRole('button', { name: 'Login' }));
    await expect(page).toHaveURL(`${origin}/profile`);

    const setting = page
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { name: 'Profile' }) });
    const save = setting.getByRole('button', { name: 'Save', exact: true });
    await act(setting.getByRole('heading', { name: 'Profile' }).locator('..'));
    await act(save);
    await expect(setting.getByRole('alert')).toBeFocused();
    await tabTo(page, setting.getByLabel('Last Name'));
    await page.keyboard.type('Santos-Cruz');
    await act(save);
    await expect(page.getByRole('heading', { name: 'Maria Luz Santos-Cruz' })).toBeVisible();
    await expect(save).toBeFocused();

    await page.reload();
    const avatar = page.getByRole('button', { name: 'Change photo' });
    await tabTo(page, avatar);
    const input = page.locator(`input[name=${AVATAR.field}]`);
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: blankPng(600, 400) });
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    const square = dialog.locator('.ReactCrop__crop-selection');
    await expect(square).toBeFocused();
    const before = await square.boundingBox();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await square.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
    await act(dialog.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText(SAVED_MESSAGES.avatar)).toBeVisible();
    await expect(avatar).toBeFocused();

    await page.reload();
    await act(page.getByRole('button', { name: 'Account menu' }));
    await act(page.getByRole('button', { name: 'Logout' }));
    await expect(page).toHaveURL(`${origin}/login`);
  },
);
