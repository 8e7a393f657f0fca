// With a setting of the operator, a member's first post waits for a review.
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.use({ settings: { HOLD_FIRST_POSTS: '1' } });

const LINE = 'Our staff reviews first posts before publishing them.';

test('its author sees it marked as waiting until staff publish it @full', async ({
  page,
  origin,
  onDatabase,
  maria,
  axe,
}) => {
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await page.getByRole('button', { name: 'Post', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('First straw');
  await dialog.getByLabel('Description').fill('Forty bundles.');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${origin}/forums/my-discussions`);
  await expect(page.getByText(LINE)).toBeVisible();
  await axe();
  await page.getByRole('link', { name: 'First straw' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First straw' })).toBeVisible();
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Comments' })).toHaveCount(0);
  const path = new URL(page.url()).pathname;

  await onDatabase((db) =>
    db.updateTable('members').set({ role: 'staff' }).where('id', '=', maria.id).execute(),
  );
  await page.goto(`${origin}/staff/reports/pending`);
  await page.getByRole('link', { name: 'First straw' }).click();
  await axe();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to decide' })).toBeVisible();
  await page.goto(origin + path);
  await expect(page.getByText(LINE)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View Comments' })).toBeVisible();
});
