import { expect, test } from '#tests/support/own-site.ts';
import { openLight } from '#tests/support/page-weight.ts';
import { faultsIn } from '#tests/support/valid-html.ts';

test('what went wrong is told on a page of its own, which is light and leads on', async ({
  page,
  origin,
  onDatabase,
  allowComplaints,
  axe,
}) => {
  allowComplaints(/status of 500/);
  await onDatabase((db) => db.schema.alterTable('resources').renameTo('resources_away').execute());
  await openLight(page, `${origin}/eduhub`);
  const response = await page.reload();
  expect(response?.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  expect(await faultsIn('/eduhub', (await response?.text()) ?? '')).toEqual([]);
  await axe();
});
