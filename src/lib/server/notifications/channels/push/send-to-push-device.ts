import type { Services } from '#lib/server/platform/context.ts';
import type { PushDeviceTable } from '#lib/server/platform/db/schema.ts';
import {
  DeliveryPostponedError,
  DeliveryRetryError,
  retryDelay,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { PushMessage, PushResult } from '#lib/server/platform/push/push-sender.ts';

import { deletePushDevice, noteFailure, takeAttempt, touchPushDevice } from './queries.ts';

const DAY_MS = 86_400_000;
/** A device that fails for this long is deleted. */
const FAILS_MS = 5 * DAY_MS;

/**
 * Claims the next attempt to reach a failing device: one at a time is enough for all messages that wait for it.
 * @throws DeliveryPostponedError when another worker has claimed it
 */
export async function takeTurn(
  { db, now }: Pick<Services, 'db' | 'now'>,
  device: PushDeviceTable,
): Promise<void> {
  if (device.retry_at === null) return;
  const retryAt = now() + retryDelay(null, device.failures + 1);
  const isOurs = device.retry_at <= now() && (await takeAttempt(db, device, retryAt));
  // The delivery is due again when the device is tried again.
  if (!isOurs) throw new DeliveryPostponedError(now());
}

/** Delays the next attempt after a failure, and deletes a device that has failed for days. */
async function rest(
  { db, now, clock, log }: Services,
  device: PushDeviceTable,
  error: unknown,
): Promise<void> {
  const { id, failures, failing_since } = device;
  const isLost = failing_since !== null && failing_since <= now() - FAILS_MS;
  if (isLost && (await clock.allows('failing_push_devices'))) {
    await deletePushDevice(db, device);
    log.info({ event: 'push_device_deleted', device: id, failing_since });
  } else
    await noteFailure(db, id, { now: now(), retryAt: now() + retryDelay(error, failures + 1) });
}

/**
 * Sends a message to a push device. A device whose browser has unsubscribed is deleted; a failing one is retried
 * later.
 * @throws DeliveryRetryError
 */
export async function sendToPushDevice(
  services: Services,
  device: PushDeviceTable,
  message: PushMessage,
): Promise<PushResult> {
  const { db, push, now } = services;
  try {
    const result = await push.send(device, message);
    if (result === 'gone') await deletePushDevice(db, device);
    if (result === 'sent') await touchPushDevice(db, device.id, now());
    if (result === 'rejected') await rest(services, device, null);
    return result;
  } catch (error) {
    if (error instanceof DeliveryRetryError) await rest(services, device, error);
    throw error;
  }
}
