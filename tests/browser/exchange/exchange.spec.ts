import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { filterBy, publishListing, stateListing } from '#tests/support/browser/exchange-screens.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { openPostDialog, submitButton } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('a listing is made in the post dialog, found on the exchange, and gone at once', async ({
  page,
  browser,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 410/);
  const title = `Bamboo poles ${Date.now()}`;
  const path = await publishListing(page, title);
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText(/Offered\s*Bamboo.*Guimba\s*until\s/);

  const guest = await browser.newContext({ javaScriptEnabled: false });
  const other = await guest.newPage();
  await other.goto(new URL('/exchange', page.url()).href);
  await filterBy(other, { material: 'bamboo', town: 'Science City of Muñoz', within: '25 km' });
  const found = other.getByRole('listitem').filter({ hasText: title });
  await expect(found).toContainText('about 16 km away');
  await found.getByRole('link').click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(title);
  const main = other.getByRole('main');
  await expect(main).toContainText('Guimba, Nueva Ecija');
  await expect(main).not.toContainText('blue gate');
  await expect(main).not.toContainText('Luz');

  await page.goto(`/forums/posts${path.slice('/exchange'.length)}`);
  await page.getByRole('button', { name: 'All gone' }).click();
  await axe();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Marked as gone.')).toBeVisible();
  const gone = await other.reload();
  expect(gone?.status()).toBe(410);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('NO LONGER THERE');
  await guest.close();
});

const TOWN = 'Please choose a town of the region.';
const TOWN_INVALID = { error: TOWN, code: 'invalid', fields: { 'listing.town': TOWN } };

test('errors of a listing are shown at their fields, and nothing is lost @full', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  const dialog = await openPostDialog(page, 'luz');
  await dialog.getByLabel('Title').fill('Bamboo, one price');
  await dialog.getByLabel('Description').fill('Cut last week.');
  await stateListing(dialog, 'bamboo', 'Guimba');
  await dialog.getByLabel('How much').fill('12');
  await axe();
  // As if the town had been removed from the region in the meantime.
  await page.route('**/api/web/forum/posts', (route) =>
    route.fulfill({ status: 400, json: TOWN_INVALID }),
  );
  await submitButton(dialog).click();
  await expect(dialog.getByLabel('Town')).toHaveAccessibleDescription(TOWN_INVALID.error);
  await page.reload();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByLabel('Material')).toHaveValue('Bamboo offcuts');
  await expect(dialog.getByLabel('How much')).toHaveValue('12');
});

test('an owner updates how many are left @full', async ({ page }) => {
  await signIn(page, 'maria');
  await page.goto('/forums/explore?search=bundles');
  await page
    .getByRole('heading', { name: /^120 bundles of rice straw/ })
    .getByRole('link')
    .click();
  const sizeOf = async (name: RegExp) => {
    const box = await page.getByRole('article').getByRole('button', { name }).boundingBox();
    return [box?.width ?? NaN, box?.height ?? NaN] as const;
  };
  await expect(page.getByRole('button', { name: 'Some left' })).toBeVisible();
  // Like is used more than what only the owner has.
  const [likeWidth, likeHeight] = await sizeOf(/^Like,/);
  for (const name of [/^Some left$/, /^All gone$/]) {
    const [width, height] = await sizeOf(name);
    expect(likeWidth).toBeGreaterThan(width);
    expect(likeHeight).toBeGreaterThan(height);
  }
  await page.getByRole('button', { name: 'Some left' }).click();
  await page.getByLabel('How many are left').fill('80');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('article')).toContainText('80 of 120 bundles left');
});

test('a listing is shared by a link that everyone can open @full', async ({
  page,
  browser,
  axe,
}) => {
  const path = await publishListing(page, `Bamboo fence ${Date.now()}`);
  await page.goto(`/forums/posts${path.slice('/exchange'.length)}`);
  await page.getByRole('button', { name: /Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share post' });
  const link = await dialog.getByLabel('Public link').inputValue();
  await expect(dialog.getByRole('link', { name: 'the post with its comments' })).toBeVisible();
  await axe();
  const guest = await browser.newContext();
  const other = await guest.newPage();
  await other.goto(new URL(new URL(link).pathname, page.url()).href);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Bamboo fence');
  await guest.close();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect(dialog.getByRole('button', { name: 'Link Copied' })).toBeVisible();
});

test('a member’s post without a listing shows no listing', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'All gone' })).toBeHidden();
});

for (const path of [
  '/exchange',
  '/exchange?material=rice-straw&town=0304911000',
  '/exchange/impact',
  '/exchange/map',
])
  test(`${path} is accessible @full`, async ({ page, axe }) => {
    await page.goto(path);
    await axe();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
