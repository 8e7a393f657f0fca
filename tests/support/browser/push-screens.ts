import type { CDPSession, Page } from '@playwright/test';

import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';

import { serviceWorkerReady } from './offline-fixtures.ts';

const originOf = (page: Page) => new URL(page.url()).origin;

async function findRegistration(devTools: CDPSession, origin: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (found) resolve(found.registrationId);
  });
  await devTools.send('ServiceWorker.enable');
  return promise;
}

/** Lets the browser of a page get a message, as from its push service. */
export async function deliverPush(page: Page, payload: PushPayload): Promise<void> {
  await serviceWorkerReady(page);
  const devTools = await page.context().newCDPSession(page);
  const origin = originOf(page);
  const registrationId = await findRegistration(devTools, origin);
  const data = JSON.stringify(payload);
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await devTools.detach();
}

/** @returns what lies on the lock screen */
export const shownPushes = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });

/** What TypeScript's DOM library lacks of a worker. */
interface Worker {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** Presses the notification that is shown: a headless browser has no lock screen, so the worker gets the event from here. */
export async function pressPush(page: Page): Promise<void> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url().startsWith(originOf(page)));
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as Worker;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('No notification is shown.');
    const event = new scope.NotificationEvent('notificationclick', { notification });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    // Only the browser may extend the life of the worker, which this call does.
    dispatchEvent(Object.assign(event, { waitUntil: resolve }));
    await promise;
  });
}
