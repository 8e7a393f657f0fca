import type { IconName } from '#layouts/icons.ts';
import { MODERATION_PATH } from '#lib/contract/moderation-paths.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/notification-settings.ts';
import { BLOCKED_PATH } from '#lib/contract/paths.ts';
import { PASSKEYS_PATH, TOKENS_PATH } from '#lib/contract/paths.ts';
import { PRIVACY_PATH } from '#lib/contract/privacy-paths.ts';

/** The pages of the account settings that the server renders, as they are listed. */
export const ACCOUNT_PAGES: { path: string; label: string; icon: IconName }[] = [
  { path: '/profile/exchange', label: 'Town and alerts', icon: 'bell' },
  { path: NOTIFICATION_SETTINGS_PATH, label: 'Notifications', icon: 'bell' },
  { path: PRIVACY_PATH, label: 'Privacy and your data', icon: 'file' },
  { path: BLOCKED_PATH, label: 'Blocked members', icon: 'block' },
  { path: MODERATION_PATH, label: 'Moderation', icon: 'flag' },
  { path: PASSKEYS_PATH, label: 'Passkeys', icon: 'key' },
  { path: TOKENS_PATH, label: 'Access tokens', icon: 'key' },
];
