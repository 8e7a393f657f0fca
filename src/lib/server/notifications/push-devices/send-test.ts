import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { PushDeviceTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { PushRetryError } from '#lib/server/platform/push/push-sender.ts';
import { site } from '#lib/site.ts';

import { sendToPushDevice } from './send-to-push-device.ts';

const TEST_SECONDS = 300;

const TEST: PushPayload = {
  title: `${site.name} works here`,
  body: 'This is a test. Your notifications reach this device.',
  url: NOTIFICATION_SETTINGS_PATH,
  tag: 'test',
  unread: null,
};

/** @throws AppError push_device_gone, push_failed */
export async function sendTest(services: Services, device: PushDeviceTable): Promise<void> {
  const message = { text: JSON.stringify(TEST), urgency: 'high', ttl: TEST_SECONDS } as const;
  const result = await sendToPushDevice(services, device, { ...message, topic: TEST.tag }).catch(
    (error: unknown) => {
      if (error instanceof PushRetryError) return 'rejected' as const;
      throw error;
    },
  );
  if (result === 'gone') throw new AppError('push_device_gone');
  if (result === 'rejected') throw new AppError('push_failed');
}
