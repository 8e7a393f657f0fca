// `/notifications`, which the bar at the bottom leads to.
import { addMember, addPost } from '#demo/factories.ts';
import {
  bellOf,
  insertNotification,
  notificationList,
} from '#tests/support/browser/notification-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(
    `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('a member opens a notification from the page, which marks it read', async ({
        page,
        origin,
        maria,
        onDatabase,
      }) => {
        const post = await onDatabase(async (db) => {
          const { id } = await addPost(db, { author_id: maria.id, title: 'Straw for mushrooms' });
          await insertNotification(db, maria.id, { link_data: id });
          return id;
        });
        await page.goto(`${origin}/notifications`);
        await expect(page).toHaveURL(`${origin}/login?redirect=%2Fnotifications`);
        await signIn(page, 'maria', origin);
        await page.goto(`${origin}/notifications`);
        const row = page.getByRole('main').getByRole('button', { name: /^Unread/ });
        await row.click();
        await expect(page).toHaveURL(new RegExp(`/forums/posts/${post}`));
        await expect(page).toHaveTitle('Straw for mushrooms | Forums | Glean');
        await page.goto(`${origin}/notifications`);
        await expect(page).toHaveTitle('Notifications | Glean');
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
        await expect(row).toHaveCount(0);
      });
    },
  );

test('the bell shows the number of unread ones once, and its panel leads to the page', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  await onDatabase(async (db) => {
    for (let nth = 0; nth < 3; nth += 1) await insertNotification(db, maria.id);
  });
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/about`);
  const bell = page.getByRole('button', { name: 'Notifications, 3 unread' });
  await expect(bell).toHaveText('3');
  await bell.click();
  await axe();
  await page.getByRole('link', { name: 'Open the page' }).click();
  await expect(page).toHaveURL(`${origin}/notifications`);
});

const HOUR = 3_600_000;

for (const javaScriptEnabled of [true, false])
  test.describe(
    `in days, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('a member finds avatars and days, marks all read, and turns off a kind @full', async ({
        page,
        origin,
        maria,
        onDatabase,
        axe,
      }) => {
        const now = Date.now();
        await onDatabase(async (db) => {
          const jun = await addMember(db, { password_hash: '', first_name: 'Jun' });
          for (const [title, days] of [
            ['Jun and 8 others liked your post', 0],
            ['Jun commented', 3],
            ['Jun called the pickup off', 9],
          ] as const)
            await insertNotification(db, maria.id, {
              kind: 'like',
              title,
              actor_id: jun.id,
              created_at: now - days * 24 * HOUR,
            });
        });
        await signIn(page, 'maria', origin);
        await page.goto(`${origin}/notifications`);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 2 })).toHaveText([
          'Today',
          'This week',
          'Earlier',
        ]);
        await expect(main.getByRole('button', { name: /^Unread\. Like/ })).toHaveCount(3);
        await expect(main.getByText('3 unread')).toBeVisible();
        await expect(main.locator('li img, li [aria-hidden]').first()).toBeVisible();
        if (javaScriptEnabled) await axe();
        await main.getByRole('button', { name: 'Mark all as read' }).click();
        await expect(main.getByText('3 unread')).toHaveCount(0);
        await expect(main.getByRole('button', { name: /^Unread/ })).toHaveCount(0);
        await expect(main.getByRole('listitem')).toHaveCount(3);
        await main.getByRole('link', { name: 'Settings' }).click();
        await expect(page).toHaveTitle('Notification settings | Profile | Glean');
        const likes = main.getByRole('checkbox', { name: 'Likes under the bell' });
        await main.getByText('Choose one by one').click();
        await likes.uncheck();
        await main.locator('details[open]').getByRole('button', { name: 'Save' }).click();
        await expect(main.getByRole('status')).toHaveText('Saved.');
        await main.getByText('Choose one by one').click();
        await expect(likes).not.toBeChecked();
        await expect(main.getByText('These cannot be turned off.')).toBeVisible();
        if (javaScriptEnabled) await axe();
      });
    },
  );

test(
  'all are marked read under the bell',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase, axe }) => {
    await onDatabase(async (db) => {
      for (let nth = 0; nth < 6; nth += 1) await insertNotification(db, maria.id);
    });
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await bellOf(page).click();
    const list = notificationList(page);
    await expect(list.getByRole('heading', { name: 'Today' })).toBeVisible();
    await axe();
    await list.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(list.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
    await expect(bellOf(page)).toHaveAccessibleName('Notifications');
    await expect(list.locator('[data-row]').first()).toBeFocused();
    await list.getByRole('button', { name: 'See All Notifications' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(6);
    await expect(list.getByRole('listitem').filter({ hasText: 'Unread' })).toHaveCount(0);
  },
);
