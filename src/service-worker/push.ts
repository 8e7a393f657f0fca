// Web push: shows the site's notifications and opens their targets (docs/decisions/0073-web-push.md).
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';

import { worker } from './service-worker-scope.ts';

const ICON = '/icons/icon-192.png';

/** Shows a notification. It replaces an earlier one about the same subject, and sounds again. */
export async function showPush({ title, body, url, tag, unread }: PushPayload): Promise<void> {
  // Missing in TypeScript's DOM library.
  const renotify = { renotify: true };
  const options = { body, tag, icon: ICON, data: url, ...renotify };
  await worker.registration.showNotification(title, options);
  if (unread !== null) await navigator.setAppBadge?.(unread);
}

/** Opens the target of a notification, in a window of the site if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const url = String(notification.data);
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await worker.clients.openWindow(url));
  await page.focus().catch(() => null);
  await page.navigate(url);
}

/** Ends the subscription, and removes shown notifications and the badge of the icon. */
export async function endPush(): Promise<void> {
  const { registration } = worker;
  const subscription = await registration.pushManager?.getSubscription();
  const shown = await registration.getNotifications();
  if (!subscription && shown.length === 0) return;
  await subscription?.unsubscribe();
  for (const each of shown) each.close();
  await navigator.clearAppBadge?.();
}
