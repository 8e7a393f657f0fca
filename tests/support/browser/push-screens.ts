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

/** The part of a worker's scope that TypeScript's DOM library lacks. */
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

/** Watches a page's worker. @returns a function that waits until it has shown a notification */
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
 * Delivers a push message to a page's browser.
 * @returns when it is shown: until then, Chromium does not list it as shown
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

/** The notifications on the lock screen. */
export const shownPushes = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });

/**
 * Fires the event of a changed subscription. The browser reaches no push service, so the test provides the new one.
 * @returns the public keys with which the worker has subscribed
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
    // Only the browser may extend the worker's life, as this call does.
    dispatchEvent(Object.assign(event, { waitUntil: resolve }));
    await promise;
    return used;
  }, subscription);
  return keys ?? [];
}

/** Clicks the shown notification. A headless browser has no lock screen, so the test dispatches the event. */
export async function pressPush(page: Page): Promise<void> {
  await workerOf(page)?.evaluate(async () => {
    const scope = globalThis as unknown as Worker;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('No notification is shown.');
    const event = new scope.NotificationEvent('notificationclick', { notification });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    // Only the browser may extend the worker's life, as this call does.
    dispatchEvent(Object.assign(event, { waitUntil: resolve }));
    await promise;
  });
}
