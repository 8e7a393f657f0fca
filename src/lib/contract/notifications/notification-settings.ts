import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { NOTIFICATION_KINDS, OPTIONAL_KINDS } from './notification-kinds.ts';

/** The page of the account settings. */
export const NOTIFICATION_SETTINGS_PATH = '/profile/notifications';

/** The kinds of notifications that a member turns off: all others are shown. */
export const NotificationSettingsInput = z.object({
  hidden: z.array(
    z.enum(OPTIONAL_KINDS, 'notification_kind_invalid' satisfies ErrorCode),
    'notification_kind_invalid' satisfies ErrorCode,
  ),
});
export type NotificationSettingsInput = z.infer<typeof NotificationSettingsInput>;

export const NotificationSettings = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(NOTIFICATION_KINDS),
      is_shown: z.boolean(),
      /** it cannot be turned off */
      is_essential: z.boolean(),
      /** whether it also comes as an email */
      is_mailed: z.boolean(),
    }),
  ),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
