import { waitForCode } from '#tests/support/browser/mail-folder.ts';
import { followMainLink } from '#tests/support/browser/navigation.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  enterCode,
  NEW_PASSWORD,
  requestCode,
  setPassword,
} from '#tests/support/browser/password-reset-screens.ts';

test(
  'a late check of the token does not leave another page',
  { tag: '@full' },
  async ({ page, origin }) => {
    const release = Promise.withResolvers<void>();
    await page.route('**/check-forgot-token', async (route) => {
      await release.promise;
      await route.continue();
    });
    const requested = page.waitForRequest('**/check-forgot-token');
    await page.goto(`${origin}/forgot-password/verification/no-such-token`);
    await requested;
    const aborted = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/check-forgot-token'),
    );
    await followMainLink(page, 'EduHub');
    await expect(page).toHaveURL(`${origin}/eduhub`);
    await aborted;
    release.resolve();
  },
);

test('a late check of the token does not undo a new password @full', async ({
  page,
  instance,
  origin,
}) => {
  await requestCode(page, origin);
  const release = Promise.withResolvers<void>();
  await enterCode(page, await waitForCode(instance));
  await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
  await page.route('**/check-forgot-token', async (route) => {
    await release.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/check-forgot-token');
  await page.reload();
  await requested;
  const aborted = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/check-forgot-token'),
  );
  await setPassword(page, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await aborted;
  release.resolve();
});
