import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import {
  type Channel,
  DIGEST_CHOICES,
  listOffered,
  NOTIFICATION_KINDS,
  OPTIONAL_KINDS,
} from './notification-kinds.ts';

const INVALID = 'notification_kind_invalid' satisfies ErrorCode;

const kindsBy = (channel: Channel) => z.array(z.enum(listOffered(channel), INVALID), INVALID);

const LAST_HOUR = 23;
const hour = z
  .number('hour_invalid' satisfies ErrorCode)
  .check(
    z.multipleOf(1, 'hour_invalid' satisfies ErrorCode),
    z.minimum(0, 'hour_invalid' satisfies ErrorCode),
    z.maximum(LAST_HOUR, 'hour_invalid' satisfies ErrorCode),
  );

/** Hours of the region's day between which nothing goes out; both the same: there are none. */
export const QuietHours = z.object({ from: hour, until: hour });
export type QuietHours = z.infer<typeof QuietHours>;

/** The kinds of notifications that a member turns off: all others are shown. */
export const NotificationSettingsInput = z.object({
  hidden: z.array(z.enum(OPTIONAL_KINDS, INVALID), INVALID),
  /** the kinds that go out by each; without it, it stays as it is */
  channels: z.optional(
    z.object({
      email: kindsBy('email'),
      push: kindsBy('push'),
      /** without it, SMS stay as they are */
      sms: z.optional(kindsBy('sms')),
    }),
  ),
  /** without it, they stay as they are */
  quiet_hours: z.optional(QuietHours),
  /** how often an email tells what the member has missed; without it, that stays as it is */
  digest: z.optional(z.enum(DIGEST_CHOICES, INVALID)),
});
export type NotificationSettingsInput = z.infer<typeof NotificationSettingsInput>;

export const NotificationSettings = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(NOTIFICATION_KINDS),
      is_shown: z.boolean(),
      /** it cannot be turned off */
      is_essential: z.boolean(),
      /** whether an email of its own always comes with it */
      is_mailed: z.boolean(),
      /** whether it goes out by email, and to phones and browsers; null where it cannot */
      email: z.nullable(z.boolean()),
      push: z.nullable(z.boolean()),
      /** whether it goes out by SMS; null where it cannot, or the site sends none */
      sms: z.nullable(z.boolean()),
    }),
  ),
  /** the number that SMS go to, and whether they may: `unproved` until its owner has agreed; null without one */
  sms_number: z.nullable(
    z.object({ phone: z.string(), state: z.enum(['unproved', 'proved', 'stopped']) }),
  ),
  quiet_hours: QuietHours,
  /** how often an email tells what the member has missed */
  digest: z.enum(DIGEST_CHOICES),
  /** false once the member's address has taken no email */
  takes_email: z.boolean(),
  /** whether they have an address */
  has_email: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
