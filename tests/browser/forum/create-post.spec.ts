import type { Route } from '@playwright/test';

import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { postsWith } from '#tests/support/browser/outbox-screens.ts';
import {
  closeShareDialog,
  expectNoDialogEntry,
  fileInput,
  openPostDialog,
  png,
  submitButton,
} from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';

test('a post can be sent once it has a title and a description', async ({ page, axe }) => {
  const dialog = await openPostDialog(page, 'lito');
  const submit = submitButton(dialog);
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription('Add a title and a description to post.');
  await dialog.getByLabel('Title').fill('Husks');
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription('Add a description to post.');
  await dialog.getByLabel('Description').fill('   ');
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Description').fill('Two sacks.');
  await expect(submit).toBeEnabled();
  await expect(submit).toHaveAccessibleDescription('Ready to post.');
  // The hints stay while the member types.
  await expect(dialog.getByText('For example: 120 bundles of rice straw, dry')).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription(/^How much, where/);
  await axe();
});

test(
  'the counter shows the number of images, hides the button at 5, and disables the post above 5',
  { tag: '@full' },
  async ({ page, axe }) => {
    const dialog = await openPostDialog(page, 'tess');
    await dialog.getByLabel('Title').fill('Husks');
    await dialog.getByLabel('Description').fill('Two sacks.');
    await fileInput(dialog).setInputFiles(['1', '2', '3', '4'].map((each) => png(`${each}.png`)));
    await expect(dialog.getByText('4 / 5 Attachments')).toBeVisible();
    await fileInput(dialog).setInputFiles([png('5.png'), png('6.png')]);
    await expect(dialog.getByText('6 / 5 Attachments')).toBeVisible();
    await expect(submitButton(dialog)).toBeDisabled();
    await expect(submitButton(dialog)).toHaveAccessibleDescription('Remove 1 photo to post.');
    await axe();
    await dialog.getByRole('button', { name: 'Remove 6.png' }).click();
    await expect(dialog.getByText('5 / 5 Attachments')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add photos' })).toBeHidden();
    await expect(submitButton(dialog)).toBeEnabled();
  },
);

test(
  'a file that is empty, not PNG or JPEG, or over 5 MB, is rejected by name',
  { tag: '@full' },
  async ({ page, axe }) => {
    const dialog = await openPostDialog(page, 'nardo');
    const gif = await redBlueImage(9, 9).gif().toBuffer();
    await fileInput(dialog).setInputFiles([
      { name: 'a.gif', mimeType: 'image/gif', buffer: gif },
      {
        name: 'b.webp',
        mimeType: 'image/webp',
        buffer: await redBlueImage(9, 9).webp().toBuffer(),
      },
      { name: 'z.jpg', mimeType: 'image/jpeg', buffer: Buffer.of() },
      { name: 'c.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      png('d.png'),
    ]);
    const type = 'Invalid file type. Only PNG, JPG, and JPEG are allowed.';
    await expect(dialog.getByText(type)).toHaveCount(2);
    await expect(dialog.getByText('File size exceeds 5MB.')).toBeVisible();
    await expect(dialog.getByRole('alert').filter({ hasText: 'z.jpg' })).toContainText(
      IMAGE_MESSAGES.image_empty,
    );
    await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
    await axe();
  },
);

test(
  'a file with a wrong type is rejected by the server, and the form keeps its values',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 415/);
    const dialog = await openPostDialog(page, 'boyet');
    await dialog.getByLabel('Title').fill('Cobs');
    await dialog.getByLabel('Description').fill('One cart.');
    const gif = await redBlueImage(9, 9).gif().toBuffer();
    await fileInput(dialog).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: gif });
    await submitButton(dialog).click();
    const message = 'Invalid file type. Only PNG, JPG, and JPEG are allowed.';
    // The error is shown once, beside the file.
    const errors = dialog.locator('form').getByRole('alert').filter({ hasText: message });
    await expect(errors).toHaveCount(1);
    await expect(errors).toContainText('a.png');
    await expect(dialog.getByLabel('Title')).toHaveValue('Cobs');
    await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  },
);

/** Lets the request arrive, and loses its response. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test(
  'a post whose response was lost is sent again by itself, and published once',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED|ERR_CONNECTION/);
    const dialog = await openPostDialog(page, 'pilar');
    const title = `Windfall mangoes ${crypto.randomUUID()}`;
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('Ten crates.');
    await page.route('**/api/web/forum/posts', lose, { times: 1 });
    await submitButton(dialog).click();
    await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
    await expectNoDialogEntry(page);
    await page.goto('/forums/my-discussions');
    await expect(postsWith(page, title)).toHaveCount(1);
  },
);

test('offline a toast explains it, and the dialog opens after reconnecting', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, 'lito');
  await page.goto('/forums/explore');
  await context.setOffline(true);
  const opener = page.getByRole('button', { name: 'Post', exact: true });
  await opener.click();
  await expect(page.getByText('You seem to be offline. Please check')).toBeVisible();
  await context.setOffline(false);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
});

test(
  'closing a changed form asks for confirmation, and the focus returns',
  { tag: '@full' },
  async ({ page }) => {
    const dialog = await openPostDialog(page, 'ana');
    await dialog.getByLabel('Title').fill('Husks');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Save it for later?' });
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Husks');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    const opener = page.getByRole('button', { name: 'Post', exact: true });
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog.getByLabel('Title')).toHaveValue('');
  },
);

test('the keyboard alone is enough', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'luz');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  const title = `By keyboard ${crypto.randomUUID()}`;
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Words.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

/** Delays each `history.back()`, as a busy phone does, and counts them. */
function slowBack(): void {
  const goBack = history.back.bind(history);
  const page = globalThis as unknown as { backs: number };
  page.backs = 0;
  history.back = () => {
    page.backs += 1;
    setTimeout(goBack, 1200);
  };
}

test('a closed dialog goes back once, although the browser is slow', async ({ page }) => {
  await page.addInitScript(slowBack);
  const dialog = await openPostDialog(page, 'jun');
  await dialog.getByLabel('Title').fill(`Coconut husks ${crypto.randomUUID()}`);
  await dialog.getByLabel('Description').fill('Two carts.');
  await submitButton(dialog).click();
  await closeShareDialog(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expectNoDialogEntry(page);
  expect(await page.evaluate('backs')).toBe(1);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});
