// Notifications on the lock screen: the worker shows and opens them, members turn them on where it helps, and they end
// with the session. The tests' browser reaches no push service, so DevTools deliver the messages.
import type { LaunchOptions, Page } from '@playwright/test';

import { onPath } from '#scripts/lib/browser.ts';
import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test as base } from '#tests/support/browser/browser-fixtures.ts';
import { offerByBrowser } from '#tests/support/browser/install-prompt.ts';
import { serviceWorkerReady } from '#tests/support/browser/offline-fixtures.ts';
import {
  changeSubscription,
  deliverPush,
  pressPush,
  shownPushes,
} from '#tests/support/browser/push-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { newSubscription } from '#tests/support/nouns/push-devices.ts';

// The headless shell shows no notifications.
const CHROMIUM = onPath('chromium');
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ...(CHROMIUM && { executablePath: CHROMIUM }) }),
    { scope: 'worker' },
  ],
});
test.skip(!CHROMIUM, 'Chromium is not installed');
test.use({ serviceWorkers: 'allow' });

const SETTINGS = '/profile/notifications';
const PICKUP = {
  title: 'Rice straw, 40 bundles',
  body: 'Guimba',
  url: '/exchange/pickups',
  tag: 'pickup-1',
  unread: 3,
};

/** Waits for the worker first: it does not take over a page that was already loading when it started. */
async function signInWithWorker(page: Page): Promise<void> {
  await page.goto('/about');
  await serviceWorkerReady(page);
  await signIn(page, 'maria');
}

const offer = (page: Page) => page.locator('[data-push-offer=alert]');
const turnOnButton = (page: Page) =>
  page.getByRole('button', { name: /^Tell me on this (phone|computer)$/ });

test.describe('with permission', () => {
  test.use({ permissions: ['notifications'] });

  test('a push is shown, a newer one replaces it, and a press opens it in the open window', async ({
    page,
    context,
  }) => {
    await signInWithWorker(page);
    await page.goto('/exchange');
    await deliverPush(page, PICKUP);
    await expect.poll(() => shownPushes(page)).toEqual([{ title: PICKUP.title, body: 'Guimba' }]);
    await deliverPush(page, { ...PICKUP, title: 'Rice straw, 20 bundles' });
    await expect
      .poll(() => shownPushes(page))
      .toEqual([{ title: 'Rice straw, 20 bundles', body: 'Guimba' }]);
    const visited: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visited.push(new URL(request.url()).pathname);
    });
    await pressPush(page);
    await expect(page.getByRole('heading', { name: 'Pickups', level: 1 })).toBeVisible();
    expect(visited).toEqual([PICKUP.url]);
    expect(context.pages()).toHaveLength(1);
    expect(await shownPushes(page)).toEqual([]);
  });

  test('a changed subscription stays in the list of its member, unless they removed it @full', async ({
    page,
    browser,
    baseURL,
  }) => {
    const DEVICES = '/account/push-devices';
    const list = async (of: Page) =>
      (await (await sendRequest(of, DEVICES, { method: 'GET' })).json()).data;
    await signInWithWorker(page);
    await page.goto('/exchange');
    await sendRequest(page, DEVICES, { data: newSubscription() });
    const before = await list(page);
    // A subscription of another member becomes this member's once the server knows it.
    const jun = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await signIn(jun, 'jun');
    const subscription = newSubscription();
    await sendRequest(jun, DEVICES, { data: subscription });
    expect(await changeSubscription(page, subscription)).toEqual([before.public_key]);
    expect((await list(jun)).devices).toEqual([]);
    expect(await list(page)).toEqual(before);

    const own = before.devices.find((device: { current: boolean }) => device.current);
    await sendRequest(page, `${DEVICES}/${own.device_id}`, { method: 'DELETE' });
    expect(await changeSubscription(page, newSubscription())).toEqual([]);
    const left = await list(page);
    expect(left.devices.filter((device: { current: boolean }) => device.current)).toEqual([]);
    await jun.context().close();
  });

  test('signing out removes shown notifications @full', async ({ page }) => {
    await signInWithWorker(page);
    await page.goto('/exchange');
    await deliverPush(page, PICKUP);
    await expect.poll(() => shownPushes(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect.poll(() => shownPushes(page)).toEqual([]);
  });

  test('the settings explain when no push service is reachable @full', async ({
    page,
    axe,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/Push API in incognito/);
    await signInWithWorker(page);
    await page.goto(SETTINGS);
    await turnOnButton(page).click();
    await expect(page.getByText('This browser couldn’t turn notifications on.')).toBeVisible();
    await axe();
  });

  test('the list under the bell offers it, too', async ({ page, axe, allowBrowserErrors }) => {
    allowBrowserErrors(/Push API in incognito/);
    await signInWithWorker(page);
    await page.goto('/exchange');
    await page.locator('[data-bell]').click();
    const panel = page.locator('#notifications');
    await panel.getByRole('button', { name: /^Tell me on this (phone|computer)$/ }).click();
    await expect(panel.getByRole('alert')).toHaveText(/couldn’t turn notifications on/);
    await axe();
  });

  test('push is offered after an alert, and not again where it was dismissed @full', async ({
    page,
    axe,
    isMobile,
  }) => {
    await signInWithWorker(page);
    // One search for each size, as both save it for the same member.
    await page.goto(`/exchange?material=coconut-${isMobile ? 'husk' : 'shell'}`);
    await expect(offer(page)).toBeHidden();
    await page.getByRole('button', { name: 'Notify me of new ones' }).click();
    await expect(offer(page)).toContainText('Hear at once when there is a new one.');
    await expect(turnOnButton(page)).toBeInViewport();
    await axe();
    await offer(page).getByRole('button', { name: 'Not now' }).click();
    await expect(offer(page)).toBeHidden();
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByText('We’ll notify you of new ones')).toBeVisible();
    // Nothing else is offered either, until the next visit.
    await offerByBrowser(page);
    await expect(offer(page)).toBeHidden();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload({ waitUntil: 'networkidle' });
    await offerByBrowser(page);
    await expect(offer(page).getByRole('button', { name: 'Install Glean' })).toBeVisible();
    await page.evaluate(() => [localStorage, sessionStorage].forEach((each) => each.clear()));
    await page.reload();
    await expect(offer(page)).toContainText('Hear at once when there is a new one.');
  });
});

test('where the browser blocks notifications, the settings explain how to allow them, and nothing is offered @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto('/about');
  await signIn(page, 'maria');
  await page.goto(SETTINGS);
  await expect(page.getByText('Notifications are blocked for this site.')).toBeVisible();
  await expect(turnOnButton(page)).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the settings explain what is missing', async ({ page }) => {
    await page.goto('/about');
    await signIn(page, 'maria');
    await page.goto(SETTINGS);
    await expect(
      page.getByText(/^To add this (phone|computer), please turn on JavaScript/),
    ).toBeVisible();
    await expect(turnOnButton(page)).toBeHidden();
  });
});
