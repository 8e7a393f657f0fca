import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('empty lists show their empty states', { tag: '@full' }, async ({ page, origin, axe }) => {
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/my-discussions`);
  await expect(page.getByText('No posts found')).toBeVisible();
  await axe();
  await page.goto(`${origin}/forums/followers`);
  await expect(page.getByText('No followers found')).toBeVisible();
  await expect(page.getByText('No Suggestions')).toBeVisible();
  await axe();
  await page.getByRole('link', { name: 'Following', exact: true }).click();
  await expect(page.getByText('No one is following you')).toBeVisible();
});
