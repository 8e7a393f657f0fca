// Browsers occasionally change or drop a push subscription, and report it here. The device stays in the member's list
// (docs/decisions/0073-web-push.md).
import { subscribe } from '#lib/client/device/push-subscription.ts';
import { ApiError } from '#lib/client/http/api-error.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import type { PushDeviceList } from '#lib/contract/notifications/push-devices.ts';

import { endPush } from './push.ts';
import { csrfHeader, request } from './request.ts';
import { worker } from './service-worker-scope.ts';

const PATH = 'web/account/push-devices';
const listBody = hasKeys<{ data: PushDeviceList }>('data');

/** The devices of the logged-in member; null for a guest. @throws ApiError */
async function fetchDevices(): Promise<PushDeviceList | null> {
  try {
    return listBody.parse(await request(PATH)).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return null;
    throw error;
  }
}

/** Subscribes again and sends the subscription to the server, unless the member has removed this device. */
export async function renewPush(): Promise<void> {
  const list = await fetchDevices();
  if (!list?.devices.some(({ current }) => current)) return endPush();
  const subscription = await subscribe(worker.registration.pushManager, list.public_key);
  await request(PATH, {
    method: 'POST',
    headers: { ...(await csrfHeader()), 'content-type': 'application/json' },
    body: JSON.stringify(subscription.toJSON()),
  });
}
