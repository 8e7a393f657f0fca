import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { closeShareDialog } from '#tests/support/browser/post-dialog.ts';
import { PASSWORD } from '#tests/support/browser/sign-in.ts';
import { blankPng, phonePhoto, webpChunks } from '#tests/support/nouns/images.ts';

test('Maria logs in and posts three photos, and a guest sees them without location metadata', async ({
  page,
  origin,
  browser,
}) => {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill('maria@glean.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${origin}/forums/explore`);
  await expect(page.getByText('No posts found')).toBeVisible();

  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await dialog.getByLabel('Title').fill('120 bundles of rice straw');
  await dialog.getByLabel('Description').fill('Dry, beside the road. Free until Saturday.');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'field.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() },
    { name: 'straw.png', mimeType: 'image/png', buffer: blankPng(800, 600) },
    { name: 'road.png', mimeType: 'image/png', buffer: blankPng(640, 480) },
  ]);
  await expect(dialog.getByText('3 / 5 Attachments')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await closeShareDialog(page);
  const card = page.getByRole('article').first();
  await expect(card.getByRole('heading')).toHaveText('120 bundles of rice straw');
  await expect(card.locator('img[src^="/media/"]')).toHaveCount(3);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${origin}/login`);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${origin}/forums/explore`);
  const guestCard = guest.getByRole('article').first();
  await expect(guestCard.getByRole('heading')).toHaveText('120 bundles of rice straw');
  const sources = await guestCard
    .locator('img[src^="/media/"]')
    .evaluateAll((images) =>
      images.flatMap((image) => [
        image.getAttribute('src') ?? '',
        ...(image.getAttribute('srcset') ?? '').split(', ').map((each) => each.split(' ')[0] ?? ''),
      ]),
    );
  expect(new Set(sources).size).toBeGreaterThanOrEqual(6);
  for (const source of new Set(sources)) {
    const image = await guest.request.get(origin + source);
    expect(image.headers()['content-type']).toBe('image/webp');
    // No EXIF, XMP or ICCP chunk.
    expect(webpChunks(await image.body())).toEqual(['VP8 ']);
  }
  await guest.context().close();
});
