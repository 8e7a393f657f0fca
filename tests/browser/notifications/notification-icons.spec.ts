import {
  bellOf,
  notificationList,
  insertNotification,
} from '#tests/support/browser/notification-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(async ({ page, origin }) => signIn(page, 'maria', origin));

test(
  'a like and a comment have different icons',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase }) => {
    await onDatabase(async (db) => {
      await insertNotification(db, maria.id, {
        kind: 'like',
        link_data: 'x',
        title: 'Jun liked your post',
      });
      await insertNotification(db, maria.id, { link_data: 'x', comment_id: 'y' });
    });
    await page.goto(`${origin}/forums/explore`);
    await bellOf(page).click();
    const rows = notificationList(page).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    const icon = (text: string) =>
      rows.filter({ hasText: text }).locator('svg path').getAttribute('d');
    expect(await icon('Jun liked your post')).not.toBe(await icon('Jun commented'));
  },
);

test('a type unknown to the page has an icon and its text @full', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  await onDatabase(async (db) => {
    await insertNotification(db, maria.id, { link_data: 'x', title: 'Newer than the page' });
    await insertNotification(db, maria.id, { title: 'Known' });
  });
  // Like a server that is newer than the page.
  await page.route('**/api/web/notification?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"type":"forum"(?=[^}]*Newer than the page)/,
      '"type":"harvest"',
    );
    await route.fulfill({ response, body });
  });
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  const items = notificationList(page).getByRole('listitem');
  await expect(items).toHaveCount(2);
  const unknown = items.filter({ hasText: 'Newer than the page' });
  await expect(unknown.locator('svg path')).toHaveCount(1);
  await expect(unknown.getByRole('link')).toHaveCount(0);
  // The bell polls until the page is closed, which is after the server has stopped.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
