import {
  bellOf,
  notificationList,
  insertNotification,
} from '#tests/support/browser/notification-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const CALL = '**/api/web/notification?*';

test.beforeEach(async ({ page, origin }) => signIn(page, 'maria', origin));

test(
  'a new notification appears without a reload, and an unchanged list costs a 304',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase }) => {
    const unchanged = page.waitForResponse(
      (response) => response.url().includes('/web/notification?') && response.status() === 304,
    );
    await page.goto(`${origin}/about`);
    expect((await unchanged).request().headers()['authorization']).toMatch(/^Bearer /);
    await expect(bellOf(page)).toHaveAccessibleName('Notifications');
    await bellOf(page).click();
    await expect(notificationList(page).getByText('No Notification Available')).toBeVisible();
    await onDatabase((db) => insertNotification(db, maria.id, { title: 'Ana posted' }));
    await expect(notificationList(page).getByText('Ana posted')).toBeVisible();
    await expect(bellOf(page)).toHaveAccessibleName(/^Notifications, \d\+? unread$/);
  },
);

test(
  'one tab polls for all, and an offline tab does not poll',
  { tag: '@full' },
  async ({ page, context, origin, maria, onDatabase, allowBrowserErrors }) => {
    // The page may still be storing scripts for offline reading.
    allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
    const polls: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/web/notification?'))
        polls.push(new URL(request.frame().url()).pathname);
    });
    await page.goto(`${origin}/about`);
    await expect.poll(() => polls.length).toBe(1);
    const second = await context.newPage();
    await second.goto(`${origin}/forums/explore`);
    await onDatabase((db) => insertNotification(db, maria.id));
    await expect(bellOf(second)).toHaveAccessibleName(/^Notifications, \d\+? unread$/);
    await expect(bellOf(page)).toHaveAccessibleName(/^Notifications, \d\+? unread$/);
    expect(new Set(polls)).toEqual(new Set(['/about']));
    // When the polling tab is closed, the other one takes over.
    await page.close();
    await expect.poll(() => polls.at(-1)).toBe('/forums/explore');
    await context.setOffline(true);
    const before = polls.length;
    const took = second.waitForEvent('request', { timeout: 6000 }).catch(() => null);
    expect(await took).toBeNull();
    expect(polls).toHaveLength(before);
  },
);

test('an expired access token is renewed', { tag: '@full' }, async ({ page, origin }) => {
  await page.goto(`${origin}/about`);
  await page.waitForResponse(CALL);
  await page.evaluate(() => {
    const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 }));
    sessionStorage.setItem('access_token', `h.${claims}.s`);
  });
  const renewed = page.waitForResponse('**/api/token/access');
  const next = page.waitForResponse(CALL);
  await renewed;
  expect([200, 304]).toContain((await next).status());
});
