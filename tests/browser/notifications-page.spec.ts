// `/notifications`, where the bar at the bottom leads.
import { addPost } from '#demo/factories.ts';
import { insertNotification } from '#tests/support/notification-screens.ts';
import { expect, test } from '#tests/support/own-server-fixtures.ts';
import { signIn } from '#tests/support/sign-in.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
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
  });

test('the slot of the bar shows how many are unread', async ({
  page,
  origin,
  maria,
  onDatabase,
  isMobile,
  axe,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await onDatabase(async (db) => {
    for (let nth = 0; nth < 3; nth += 1) await insertNotification(db, maria.id);
  });
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/notifications`);
  const slot = page.getByRole('navigation', { name: 'Shortcuts' });
  await expect(slot.getByRole('link', { name: 'Notifications, 3 unread' })).toBeVisible();
  await axe();
});
