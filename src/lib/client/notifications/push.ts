// Whether this browser shows the member's notifications, and how to turn them on and off.
import { keyOf, subscribe } from '#lib/client/device/push-subscription.ts';
import { ApiError, errorSentence } from '#lib/client/http/api-error.ts';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys, ignoreBody } from '#lib/client/http/response-shape.ts';
import type { PushDeviceList } from '#lib/contract/notifications/push-devices.ts';
import { t } from '#lib/messages/t.ts';

/**
 * `install`: on an iPhone, the site must be on the home screen first. `blocked`: the member, or the browser's
 * administrator, has denied permission.
 */
type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

const PATH = 'web/account/push-devices';
const listBody = hasKeys<PushDeviceList>('devices', 'public_key');

const fetchDevices = (): Promise<PushDeviceList> => requestData(PATH, listBody);

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

// An iPad identifies itself as a Mac.
const isIos = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** @throws Error when the worker is not registered */
async function findPushManager(): Promise<PushManager> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('There is no service worker.');
  return (await navigator.serviceWorker.ready).pushManager;
}

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await findPushManager()).getSubscription();

/** Whether the server sends to this browser, and the browser is subscribed. @throws ApiError */
async function isOn(): Promise<boolean> {
  const { devices, public_key } = await fetchDevices();
  const subscription = await findSubscription().catch(() => null);
  const isOwn = devices.some(({ current }) => current);
  return isOwn && subscription !== null && keyOf(subscription) === public_key;
}

/** Finds the state of this browser. @throws ApiError */
export async function getPushState(): Promise<PushState> {
  if (!isSupported()) return isIos() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await isOn()) ? 'on' : 'off';
}

/** The browser, or the member, denied notifications. */
class PushBlockedError extends Error {
  override name = 'PushBlockedError';
}

/**
 * Shows the member's notifications in this browser. Call it in a click handler: the browser requests permission.
 * @throws PushBlockedError, ApiError, or an error of the browser
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlockedError();
  const { public_key } = await fetchDevices();
  const subscription = await subscribe(await findPushManager(), public_key);
  await requestData(PATH, ignoreBody, { method: 'post', json: subscription.toJSON() });
}

/** Ends the subscription of this browser. */
export async function turnPushOff(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** @returns the sentence to show for an error of `turnPushOn` */
export function pushErrorSentence(error: unknown): string {
  if (error instanceof PushBlockedError) return t('push.not_allowed');
  return error instanceof ApiError ? errorSentence(error) : t('push.failed');
}
