import { publishDocuments } from '#tests/support/browser/join-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('Explore asks for consent to a new version, which is as easy to withdraw @full', async ({
  page,
  origin,
  onDatabase,
  maria,
  axe,
}) => {
  await onDatabase((db) => publishDocuments(db, 2));
  await page.goto(`${origin}/about`);
  await signIn(page, maria.email.split('@')[0] ?? '', origin);
  await page.goto(`${origin}/forums/explore`);
  const strip = page.getByRole('region', { name: 'Please read and agree' });
  await expect(strip.getByRole('link', { name: 'Terms and Conditions (version 2)' })).toBeVisible();
  await axe();
  await strip.getByRole('button', { name: 'I agree' }).click();
  await expect(strip).toHaveCount(0);

  await page.goto(`${origin}/profile`);
  await openFold(page, 'Settings');
  await page.getByRole('link', { name: 'Privacy and your data' }).click();
  const consents = page.getByRole('region', { name: 'What you’ve agreed to' });
  await axe();
  await consents.getByRole('button', { name: /Withdraw .* Terms/ }).click();
  await expect(consents.getByText(/withdrawn on/).first()).toBeVisible();
  await axe();
  await consents.getByRole('button', { name: 'I agree to the Terms' }).click();
  await expect(consents.getByRole('button', { name: /Withdraw .* Terms/ })).toBeVisible();
});
