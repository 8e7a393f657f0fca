import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import {
  type Channel,
  DIGEST_CHOICES,
  GROUP_NAMES,
  listOffered,
  NOTIFICATION_KINDS,
  type NotificationGroup,
  OPTIONAL_KINDS,
  SWITCH_STATES,
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

/** Nothing is sent between these hours of the region's day; none when both are the same. */
export const QuietHours = z.object({ from: hour, until: hour });
export type QuietHours = z.infer<typeof QuietHours>;

const groupsOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.object(
    Object.fromEntries(GROUP_NAMES.map((name) => [name, value])) as Record<
      NotificationGroup,
      Value
    >,
  );

/** Turns the switches of a group on, to its defaults, or off; each is unchanged when missing. */
const SwitchInput = z.optional(
  z.object({ phone: z.optional(z.boolean(INVALID)), email: z.optional(z.boolean(INVALID)) }),
);

export const NotificationSettingsInput = z.object({
  /** the kinds of notifications that a member hides, all others are shown; unchanged when missing */
  hidden: z.optional(z.array(z.enum(OPTIONAL_KINDS, INVALID), INVALID)),
  /** the kinds to send by each channel; unchanged when missing */
  channels: z.optional(
    z.object({
      email: kindsBy('email'),
      push: kindsBy('push'),
      /** unchanged when missing */
      sms: z.optional(kindsBy('sms')),
    }),
  ),
  /** applied after `channels`; unchanged when missing */
  groups: z.optional(groupsOf(SwitchInput)),
  /** unchanged when missing */
  quiet_hours: z.optional(QuietHours),
  /** how often an email summarizes what the member has missed; unchanged when missing */
  digest: z.optional(z.enum(DIGEST_CHOICES, INVALID)),
});
export type NotificationSettingsInput = z.infer<typeof NotificationSettingsInput>;

export const NotificationSettings = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(NOTIFICATION_KINDS),
      is_shown: z.boolean(),
      /** whether it cannot be turned off */
      is_essential: z.boolean(),
      /** whether it always comes with its own email */
      is_mailed: z.boolean(),
      /** whether it is sent by email, and to phones and browsers; null where not offered */
      email: z.nullable(z.boolean()),
      push: z.nullable(z.boolean()),
      /** whether it is sent by SMS; null where not offered, or the site sends none */
      sms: z.nullable(z.boolean()),
    }),
  ),
  /** what the kinds of a group have in common; `mixed` when they were chosen one by one */
  groups: groupsOf(z.object({ phone: z.enum(SWITCH_STATES), email: z.enum(SWITCH_STATES) })),
  /** the phone number for SMS, and its state: `unproved` until its owner has agreed; null without a number */
  sms_number: z.nullable(
    z.object({ phone: z.string(), state: z.enum(['unproved', 'proved', 'stopped']) }),
  ),
  quiet_hours: QuietHours,
  /** how often an email summarizes what the member has missed */
  digest: z.enum(DIGEST_CHOICES),
  /** false when the member's address has rejected emails */
  takes_email: z.boolean(),
  /** whether the member has an email address */
  has_email: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
