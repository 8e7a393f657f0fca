import { createECDH, randomBytes } from 'node:crypto';

import type {
  PushDeviceList,
  PushSubscriptionInput,
} from '#lib/contract/notifications/push-devices.ts';
import type { MemberBrowser } from '#tests/support/site/site.ts';

export const PUSH_DEVICES = '/api/web/account/push-devices';

/** A valid subscription at a host that is not a real push service. */
export function newSubscription(host = 'push.example'): PushSubscriptionInput {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    endpoint: `https://${host}/${randomBytes(9).toString('base64url')}`,
    keys: {
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}

export const listPushDevices = async (browser: MemberBrowser): Promise<PushDeviceList['devices']> =>
  (await browser.get(PUSH_DEVICES)).body['data'].devices;
