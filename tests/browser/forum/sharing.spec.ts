import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { openPostDialog, submitButton } from '#tests/support/browser/post-dialog.ts';
import { decodeQrCode } from '#tests/support/browser/read-qr-code.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('after posting, the post can be shared at once', async ({ page, axe }) => {
  const dialog = await openPostDialog(page, 'nardo');
  const title = `Hulls ${crypto.randomUUID()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Six sacks.');
  await submitButton(dialog).click();
  const share = page.getByRole('dialog', { name: 'Share post' });
  // The text is shown once, without additions.
  const uploaded = page.getByText('Post Uploaded Successfully.', { exact: true });
  await expect(page.locator('.ExploreToast').locator(uploaded)).toBeVisible();
  await expect(page.getByText('Post Uploaded')).toHaveCount(1);
  await expect(share.getByText('Let people know about it.', { exact: true })).toBeVisible();
  await expect(share.getByText(title)).toBeVisible();
  await expect(share.getByRole('button', { name: 'Copy Link' })).toBeFocused();
  await axe();
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused();
  await expect(page.getByRole('article').first()).toContainText(title);
});

interface Shared {
  shared?: ShareData;
}

test('a post is shared with another app of the device @full', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        (globalThis as Shared).shared = data;
      },
    });
  });
  await signIn(page, 'nardo');
  const { path, title } = await addPost(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share post' });
  await dialog.getByRole('button', { name: 'Share…' }).click();
  const shared = await page.evaluate(() => (globalThis as Shared).shared);
  expect(shared?.title).toBe(title);
  expect(new URL(shared?.url ?? '').pathname).toBe(path);
});

test('the sheet of a post has its link as a QR code @full', async ({ page, axe }) => {
  await signIn(page, 'nardo');
  const { path, title } = await addPost(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('link', { name: 'QR code to print' }).click();
  await expect(page).toHaveURL(`${path}/sheet`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await axe();
  const code = page.getByRole('img', { name: 'The link as a QR code' });
  expect(new URL(await decodeQrCode(code)).pathname).toBe(path);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Back to the post' })).toBeHidden();
});

test('the sheet of a listing leads to its public page @full', async ({ page }) => {
  await page.goto('/exchange');
  const link = page.locator('main a[href^="/exchange/0"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  const id = path.split('/').at(-1);
  await page.goto(`/forums/posts/${id}/sheet`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signIn(page, 'nardo');
  await page.goto(`/forums/posts/${id}/sheet`);
  const code = page.getByRole('img', { name: 'The link as a QR code' });
  expect(new URL(await decodeQrCode(code)).pathname).toBe(path);
});

test('the sign-in that a shared link leads to describes the link', async ({ page }) => {
  await page.goto('/exchange');
  const link = page.locator('main a[href^="/exchange/0"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  await page.goto(path);
  const image = page.locator('meta[property="og:image"]');
  const photo = await image.getAttribute('content');
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto(path.replace('/exchange', '/forums/posts'));
  await expect(page).toHaveTitle('Login | Glean');
  await expect(page.getByText(`Log in to see “${title}”`)).toBeVisible();
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title ?? '');
  await expect(image).toHaveAttribute('content', photo ?? '');
  await page.getByRole('link', { name: 'its public page' }).click();
  await expect(page).toHaveURL(path);
  await page.goto('/forums/posts/01a1fc00-9b1e-7102-b125-000000000000');
  await expect(
    page.getByText('Please log in to see this post. Only members can open it.'),
  ).toBeVisible();
  await expect(image).toHaveCount(0);
});

const UUID = '01a1fc00-9b1e-7102-b125-000000000000';

for (const [path, sentence] of [
  [`/exchange/pickups/${UUID}`, 'Log in to see this pickup.'],
  ['/exchange/pickups', 'Log in to see your pickups.'],
  [`/machines/bookings/${UUID}`, 'Log in to see this pickup.'],
  [`/exchange/trips/${UUID}`, 'Log in to see this pickup.'],
  [`/exchange/${UUID}/still-there`, 'Log in to say whether it’s still there.'],
  ['/notifications', 'Log in to see your notifications.'],
  ['/profile/moderation', 'Log in to see what staff decided.'],
  ['/forums/my-discussions', 'Log in to go on where you were.'],
] as const)
  test(`the sign-in that ${path} leads to names its purpose`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
    await page.getByRole('link', { name: 'Use a phone number' }).click();
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  });
