import { addPost } from '#demo/factories.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications/notifications.ts';
import {
  bellOf,
  notificationList,
  insertNotification,
} from '#tests/support/browser/notification-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const MINUTE = 60_000;

test.beforeEach(async ({ page, origin }) => signIn(page, 'maria', origin));

test('an empty list of notifications says so', { tag: '@full' }, async ({ page, origin, axe }) => {
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  await expect(notificationList(page).getByRole('heading', { name: 'Notification' })).toBeVisible();
  await expect(notificationList(page).getByText('No Notification Available')).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await axe();
  await page.keyboard.press('Escape');
  await expect(notificationList(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
});

test('every type has an icon, four a page, and works by keyboard @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  await onDatabase(async (db) => {
    for (const [i, type] of NOTIFICATION_TYPES.entries())
      await insertNotification(db, maria.id, {
        type,
        title: `It is ${type}`,
        created_at: Date.now() - i * MINUTE,
      });
  });
  await page.goto(`${origin}/forums/explore`);
  await expect(bellOf(page)).toHaveAccessibleName(/^Notifications, \d\+? unread$/);
  await bellOf(page).focus();
  await page.keyboard.press('Enter');
  const items = notificationList(page).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText('Unread');
  await expect(items.first()).toContainText('Just now');
  await axe();
  const more = notificationList(page).getByRole('button', { name: 'See All Notifications' });
  for (const count of [8, 9]) {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(items).toHaveCount(count);
  }
  await expect(more).toHaveCount(0);
  await expect(items.nth(8).locator('[data-row]')).toBeFocused();
  for (const type of NOTIFICATION_TYPES)
    await expect(
      items.filter({ has: page.getByText(`It is ${type}`, { exact: true }) }).locator('svg path'),
    ).toHaveCount(1);
  const drawings = await items
    .locator('svg path')
    .evaluateAll((all) => all.map((each) => each.getAttribute('d')));
  expect(new Set(drawings).size).toBe(NOTIFICATION_TYPES.length);
  await axe();
});

test('a click marks the notification read and opens its post', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const post = await onDatabase(async (db) => {
    const { id } = await addPost(db, { author_id: maria.id });
    await insertNotification(db, maria.id, { link_data: id });
    return id;
  });
  await page.goto(`${origin}/forums/explore`);
  await bellOf(page).click();
  await notificationList(page)
    .getByRole('link', { name: /Jun commented/ })
    .click();
  await expect(page).toHaveURL(`${origin}/forums/posts/${post}`);
  await expect(notificationList(page)).toBeHidden();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  const reads = await onDatabase((db) =>
    db.selectFrom('member_notifications').where('read_at', 'is not', null).select('id').execute(),
  );
  expect(reads).toHaveLength(1);
});

test(
  'a notification without a link is only marked read',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase }) => {
    await onDatabase((db) =>
      insertNotification(db, maria.id, { type: 'payment-success', link_data: 'x', title: 'Paid' }),
    );
    await page.goto(`${origin}/forums/explore`);
    await bellOf(page).click();
    const item = notificationList(page).getByRole('listitem');
    await expect(item).toContainText('Unread');
    await item.getByRole('button').click();
    await expect(item).not.toContainText('Unread');
    await expect(bellOf(page)).toHaveAccessibleName('Notifications');
    await expect(page).toHaveURL(`${origin}/forums/explore`);
  },
);

test(
  'offline, more notifications wait with a message and load after reconnecting',
  { tag: '@full' },
  async ({ page, context, origin, maria, onDatabase, allowBrowserErrors }) => {
    // The page is still storing scripts for offline reading.
    allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
    await onDatabase(async (db) => {
      for (let nth = 0; nth < 5; nth += 1) await insertNotification(db, maria.id);
    });
    await page.goto(`${origin}/about`);
    await bellOf(page).click();
    const items = notificationList(page).getByRole('listitem');
    await expect(items).toHaveCount(4);
    await context.setOffline(true);
    await notificationList(page).getByRole('button', { name: 'See All Notifications' }).click();
    await expect(notificationList(page).getByRole('status')).toContainText(
      'You seem to be offline.',
    );
    await context.setOffline(false);
    await expect(items).toHaveCount(5);
  },
);

test(
  'a notification that cannot be marked read shows a toast at the bottom right',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 404/);
    const id = await onDatabase((db) => insertNotification(db, maria.id, { link_data: 'x' }));
    await page.goto(`${origin}/forums/explore`);
    await bellOf(page).click();
    await expect(notificationList(page).getByRole('listitem')).toHaveCount(1);
    // Deleted only with the press: otherwise a poll could already have removed it from the list.
    await page.route('**/read', async (route) => {
      await onDatabase((db) =>
        db.deleteFrom('member_notifications').where('id', '=', id).execute(),
      );
      await route.continue();
    });
    const response = page.waitForResponse('**/read');
    await notificationList(page).getByRole('listitem').getByRole('link').click();
    const message = ((await (await response).json()) as { error: string }).error;
    const toast = page.locator('.ForumsPageToast').getByRole('alert');
    await expect(toast).toHaveText(
      message.charAt(0).toUpperCase() + message.slice(1).toLowerCase(),
    );
    await expect(page.locator('.Toastify__toast-container--bottom-right')).toBeVisible();
    // The open popover does not cover the toast.
    await toast.click();
    await expect(toast).toBeHidden();
    await expect(notificationList(page)).toBeVisible();
    await expect(page).toHaveURL(`${origin}/forums/explore`);
  },
);
