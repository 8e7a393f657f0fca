import type { CDPSession, Page } from '@playwright/test';

import type { PushSubscriptionInput } from '#lib/contract/notifications/push-devices.ts';
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

/** What TypeScript's DOM library lacks of a worker. */
interface Worker {
  registration: ServiceWorkerRegistration;
  shown: Promise<void>;
  ExtendableEvent: new (type: string) => Event;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

const workerOf = (page: Page) =>
  page
    .context()
    .serviceWorkers()
    .find((each) => each.url().startsWith(originOf(page)));

/** Watches the worker of a page. @returns waits until it has shown a notification */
async function noteShown(page: Page): Promise<() => Promise<void>> {
  await workerOf(page)?.evaluate(() => {
    const scope = globalThis as unknown as Worker;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    const { promise, resolve } = Promise.withResolvers<void>();
    scope.shown = promise;
    registration.showNotification = (...given) => {
      const showing = show(...given);
      void showing.then(resolve);
      return showing;
    };
  });
  return async () => workerOf(page)?.evaluate(() => (globalThis as unknown as Worker).shown);
}

/**
 * Lets the browser of a page get a message, as from its push service.
 * @returns when it is shown: until then Chromium drops it from the list of what is shown, for whoever asks
 */
export async function deliverPush(page: Page, payload: PushPayload): Promise<void> {
  await serviceWorkerReady(page);
  const isShown = await noteShown(page);
  const devTools = await page.context().newCDPSession(page);
  const origin = originOf(page);
  const registrationId = await findRegistration(devTools, origin);
  const data = JSON.stringify(payload);
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await devTools.detach();
  await isShown();
}

/** @returns what lies on the lock screen */
export const shownPushes = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });

/**
 * Lets the browser of a page say that its subscription is another one. It reaches no push service: the new one comes from here.
 * @returns the keys of the site with which the worker has subscribed
 */
export async function changeSubscription(
  page: Page,
  subscription: PushSubscriptionInput,
): Promise<unknown[]> {
  await serviceWorkerReady(page);
  const keys = await workerOf(page)?.evaluate(async (given) => {
    const scope = globalThis as unknown as Worker;
    const used: unknown[] = [];
    const subscribed: Partial<PushSubscription> = { toJSON: () => given };
    scope.registration.pushManager.subscribe = (options) => {
      used.push(options?.applicationServerKey);
      return Promise.resolve(subscribed as PushSubscription);
    };
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const event = new scope.ExtendableEvent('pushsubscriptionchange');
    // Only the browser may extend the life of the worker, which this call does.
    dispatchEvent(Object.assign(event, { waitUntil: resolve }));
    await promise;
    return used;
  }, subscription);
  return keys ?? [];
}

/** Presses the notification that is shown: a headless browser has no lock screen, so the worker gets the event from here. */
export async function pressPush(page: Page): Promise<void> {
  await workerOf(page)?.evaluate(async () => {
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
