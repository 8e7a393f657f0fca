import type { Services } from '#lib/server/platform/context.ts';
import type { PushDeviceTable } from '#lib/server/platform/db/schema.ts';
import type { PushMessage, PushResult } from '#lib/server/platform/push/push-sender.ts';

import { deletePushDevice, touchPushDevice } from './queries.ts';

/**
 * Sends a message to a push device. One whose browser has unsubscribed is deleted.
 * @throws DeliveryRetryError
 */
export async function sendToPushDevice(
  { db, push, now }: Pick<Services, 'db' | 'push' | 'now'>,
  device: PushDeviceTable,
  message: PushMessage,
): Promise<PushResult> {
  const result = await push.send(device, message);
  if (result === 'gone') await deletePushDevice(db, device);
  if (result === 'sent') await touchPushDevice(db, device.id, now());
  return result;
}
