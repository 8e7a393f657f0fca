// A new listing in the plain form, without scripts (docs/product.md, "Listings").
import { addDays } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';

test.use({ javaScriptEnabled: false });

test('a repeated listing with a first day and a photo is published without scripts', async ({
  page,
  origin,
  onDatabase,
}) => {
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/exchange/new`);
  await page.getByLabel('How much').fill('12');
  await page.getByLabel('Unit').selectOption('sack');
  // The fold is open for who has no town.
  await page.getByLabel('Town').selectOption({ label: 'Guimba' });
  const ready = addDays(regionDay(Date.now()), 3);
  await page.getByLabel('Ready from').fill(ready);
  const buffer = await redBlueImage(120, 90).png().toBuffer();
  await page.getByLabel('A photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Title').fill('Hulls, every two weeks');
  await page.getByLabel('Description').fill('By the mill.');
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(page).toHaveURL(/\/exchange\/[^/]+\/posted$/);
  await page.getByRole('button', { name: 'Every 2 weeks' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved. It repeats now.');
  await expect(page.getByRole('button', { name: 'Every 2 weeks' })).toHaveCount(0);
  const listing = await onDatabase((db) =>
    db.selectFrom('listings').selectAll().executeTakeFirstOrThrow(),
  );
  expect(listing).toMatchObject({ kind: 'offer', repeat_weeks: 2, ready_on: ready, amount: 12 });
  expect(listing.repeat_from).toBe(ready);
  const images = await onDatabase((db) => db.selectFrom('attachments').selectAll().execute());
  expect(images).toHaveLength(1);
});

test('the plain form lists a service, and explains what is wrong with a photo', async ({
  page,
  origin,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 415/);
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/exchange/new`);
  await page.getByLabel('What is it about?').selectOption('service');
  await page.getByLabel('Town').selectOption({ label: 'Guimba' });
  await page.getByLabel('Title').fill('I haul straw');
  await page.getByLabel('Description').fill('With my truck.');
  const clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no picture') };
  await page.getByLabel('A photo').setInputFiles(clip);
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText(/^Invalid file type/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('I haul straw');
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(page).toHaveURL(/\/exchange\/[^/]+\/posted$/);
  const kinds = await onDatabase((db) => db.selectFrom('listings').select('kind').execute());
  expect(kinds).toEqual([{ kind: 'service' }]);
});

test('the plain form needs an amount or “all of it”, and an offer is free at first', async ({
  page,
  origin,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/exchange/new`);
  await page.getByLabel('Title').fill('Straw by the road');
  await page.getByLabel('Description').fill('Under a roof.');
  const send = page.getByRole('main').getByRole('button', { name: 'Post' });
  await send.click();
  const amount = page.getByLabel('How much');
  await expect(amount).toHaveAccessibleDescription(/^Please enter how much there is/);
  await expect(amount).toBeFocused();
  await page.getByLabel('I don’t know: all of it').check();
  await page.getByText('Town, last day and more').click();
  await expect(page.getByLabel('Town')).toBeHidden();
  await send.click();
  // A field in the fold that is wrong opens it.
  await expect(page.getByLabel('Town')).toBeFocused();
  await page.getByLabel('Town').selectOption({ label: 'Guimba' });
  await send.click();
  await expect(page).toHaveURL(/\/exchange\/[^/]+\/posted$/);
  const listing = await onDatabase((db) =>
    db.selectFrom('listings').selectAll().executeTakeFirstOrThrow(),
  );
  expect(listing).toMatchObject({ kind: 'offer', amount: null, unit: null, terms: 'free' });
});
