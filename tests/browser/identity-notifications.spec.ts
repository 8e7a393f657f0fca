import { addPost } from '#demo/factories.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { bellOf, listOf, tell } from '#tests/support/notifications.ts';
import { expect, test } from '#tests/support/own-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const MINUTE = 60_000;

test.beforeEach(async ({ page, origin }) => signIn(page, 'maria', origin));

test('nothing to tell is said', async ({ page, origin, axe }) => {
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  await expect(listOf(page).getByRole('heading', { name: 'Notification' })).toBeVisible();
  await expect(listOf(page).getByText('No Notification Available')).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await axe();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every type is drawn, four a page, and by keyboard', async ({
      page,
      origin,
      maria,
      onDatabase,
      axe,
    }) => {
      await onDatabase(async (db) => {
        for (const [i, type] of NOTIFICATION_TYPES.entries())
          await tell(db, maria.id, {
            type,
            title: `It is ${type}`,
            created_at: Date.now() - i * MINUTE,
          });
      });
      await page.goto(`${origin}/forums/explore`);
      await expect(bellOf(page)).toHaveAccessibleName('Notifications, some unread');
      await bellOf(page).focus();
      await page.keyboard.press('Enter');
      const items = listOf(page).getByRole('listitem');
      await expect(items).toHaveCount(4);
      await expect(items.first()).toContainText('Unread');
      await expect(items.first()).toContainText('Just now');
      await axe();
      const more = listOf(page).getByRole('button', { name: 'See All Notifications' });
      for (const count of [8, 9]) {
        await more.focus();
        await page.keyboard.press('Enter');
        await expect(items).toHaveCount(count);
      }
      await expect(more).toHaveCount(0);
      await expect(items.nth(8).locator('[data-row]')).toBeFocused();
      for (const type of NOTIFICATION_TYPES)
        await expect(
          items
            .filter({ has: page.getByText(`It is ${type}`, { exact: true }) })
            .locator('svg path'),
        ).toHaveCount(1);
      const drawings = await items
        .locator('svg path')
        .evaluateAll((all) => all.map((each) => each.getAttribute('d')));
      expect(new Set(drawings).size).toBe(NOTIFICATION_TYPES.length);
      await axe();
    });
  });

test('a click marks read and leads to the post', async ({ page, origin, maria, onDatabase }) => {
  const post = await onDatabase(async (db) => {
    const { id } = await addPost(db, { author_id: maria.id });
    await tell(db, maria.id, { link_data: id });
    return id;
  });
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  await listOf(page)
    .getByRole('link', { name: /Jun commented/ })
    .click();
  await expect(page).toHaveURL(`${origin}/forums/posts/${post}`);
  await expect(listOf(page)).toBeHidden();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  const reads = await onDatabase((db) => db.selectFrom('notification_reads').selectAll().execute());
  expect(reads).toHaveLength(1);
});

test('what leads nowhere is only marked read', async ({ page, origin, maria, onDatabase }) => {
  await onDatabase((db) =>
    tell(db, maria.id, { type: 'payment-success', link_data: 'x', title: 'Paid' }),
  );
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  const item = listOf(page).getByRole('listitem');
  await expect(item).toContainText('Unread');
  await item.getByRole('button').click();
  await expect(item).not.toContainText('Unread');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await expect(page).toHaveURL(`${origin}/forums/explore`);
});

test('more that waits for the connection is said, and then comes', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
}) => {
  await onDatabase(async (db) => {
    for (let nth = 0; nth < 5; nth += 1) await tell(db, maria.id);
  });
  await page.goto(`${origin}/about`);
  await bellOf(page).click();
  const items = listOf(page).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await context.setOffline(true);
  await listOf(page).getByRole('button', { name: 'See All Notifications' }).click();
  await expect(listOf(page).getByRole('status')).toContainText('You seem to be offline.');
  await context.setOffline(false);
  await expect(items).toHaveCount(5);
});

test('what cannot be marked read is said at the bottom right', async ({
  page,
  origin,
  maria,
  onDatabase,
  allowComplaints,
}) => {
  allowComplaints(/status of 404/);
  const id = await onDatabase((db) => tell(db, maria.id, { link_data: 'x' }));
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  await expect(listOf(page).getByRole('listitem')).toHaveCount(1);
  await onDatabase((db) => db.deleteFrom('notifications').where('id', '=', id).execute());
  const answer = page.waitForResponse('**/read');
  await listOf(page).getByRole('link').click();
  const said = ((await (await answer).json()) as { error: string }).error;
  const toast = page.locator('.ForumsPageToast').getByRole('alert');
  await expect(toast).toHaveText(said.charAt(0).toUpperCase() + said.slice(1).toLowerCase());
  await expect(page.locator('.Toastify__toast-container--bottom-right')).toBeVisible();
  // What is open above the page does not hide it.
  await toast.click();
  await expect(toast).toBeHidden();
  await expect(listOf(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/forums/explore`);
});
