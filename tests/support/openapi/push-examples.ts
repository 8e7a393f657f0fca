// Requests about devices with push notifications, by call.
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import type { PushService } from '#tests/support/server/push-server.ts';
import type { Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

export function pushExamples(site: Site, service: PushService) {
  const added = async () => {
    const as = await site.signedIn();
    const { body } = await as.post(PUSH_DEVICES, service.subscribe());
    return { as, ids: { id: body['data'].device_id as string } };
  };
  return {
    'POST /web/account/push-devices': () => ({ body: newSubscription() }),
    'POST /web/account/push-devices/:id/test': added,
    'DELETE /web/account/push-devices/:id': added,
  } satisfies Record<string, Make>;
}
