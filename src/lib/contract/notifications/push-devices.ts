import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

const INVALID = 'push_subscription_invalid' satisfies ErrorCode;
// Longer than any push service's.
const MAX_ENDPOINT = 2048;

/** Whether a URL can be a push service's: none uses another port than 443. */
export function isPushEndpoint(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && !url.username && !url.password && !url.port;
}

/** A browser's push subscription (`PushSubscription.toJSON()`). */
export const PushSubscriptionInput = z.object(
  {
    endpoint: z
      .string(INVALID)
      .check(z.maxLength(MAX_ENDPOINT, INVALID), z.refine(isPushEndpoint, INVALID)),
    keys: z.object(
      {
        /** an uncompressed point of P-256 */
        p256dh: z.string(INVALID).check(z.regex(/^B[\w-]{86}$/, INVALID)),
        /** 16 bytes */
        auth: z.string(INVALID).check(z.regex(/^[\w-]{22}$/, INVALID)),
      },
      INVALID,
    ),
  },
  'object_expected' satisfies ErrorCode,
);
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

/** A phone or browser that shows the member's notifications. */
export const PushDevice = z.object({
  device_id: z.string(),
  /** e.g. `Chrome on Android` */
  name: z.string(),
  /** ISO 8601, UTC */
  added_at: z.string(),
  /** when a notification was last sent to the device: ISO 8601, UTC; null before the first */
  last_used: z.nullable(z.string()),
  /** whether this device sent the request */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** Newest first. */
export const PushDeviceList = z.object({
  devices: z.array(PushDevice),
  /** the VAPID key for subscriptions, base64url */
  public_key: z.string(),
});
export type PushDeviceList = z.infer<typeof PushDeviceList>;
