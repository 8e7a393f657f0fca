// Navigations that follow another step so quickly that one would cancel the other.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('a page that is opened while a dialog closes does open', async ({ page }) => {
  await page.goto('/about');
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const isDialogEntry = () =>
    page.evaluate(() => (history.state as { isDialog?: true }).isDialog ?? false);
  await expect.poll(isDialogEntry).toBe(true);
  // The history step to the entry before the dialog's comes one task later, and would cancel the navigation.
  await dialog.evaluate((element) => {
    element.dispatchEvent(new Event('cancel', { cancelable: true }));
    location.assign('/about');
  });
  await expect(page).toHaveURL('/about');
});

test('a skipped page transition is not an error @full', async ({ page }) => {
  await page.goto('/about');
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  // Skips it like the router does when the next navigation starts. The fixture fails on errors of the page.
  await page.evaluate(() =>
    document.addEventListener('astro:before-swap', ({ viewTransition }) => {
      void viewTransition.finished.then(() =>
        setTimeout(() => document.body.setAttribute('data-skipped', '')),
      );
      viewTransition.skipTransition();
    }),
  );
  await page.getByRole('link', { name: 'My Discussions' }).first().click();
  await expect(page.locator('body[data-skipped]')).toBeVisible();
  await expect(page).toHaveURL('/forums/my-discussions');
});
