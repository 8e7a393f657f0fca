import type { IconName } from '#layouts/icons.ts';
import { DISPLAY_PATH } from '#lib/contract/display.ts';
import {
  BLOCKED_PATH,
  MODERATION_PATH,
  PASSKEYS_PATH,
  PRIVACY_PATH,
  TOKENS_PATH,
  NOTIFICATION_SETTINGS_PATH,
} from '#lib/contract/paths.ts';

/** A page of the account settings. */
interface AccountPage {
  path: string;
  label: string;
  icon: IconName;
}

/** The pages of the account settings that the server renders, in groups, as they are listed. */
export const ACCOUNT_GROUPS: { title: string; pages: AccountPage[] }[] = [
  {
    title: 'App',
    pages: [
      { path: DISPLAY_PATH, label: 'Theme, text size, data saver', icon: 'display' },
      { path: '/profile/exchange', label: 'Town and alerts', icon: 'pin' },
      { path: NOTIFICATION_SETTINGS_PATH, label: 'Notification settings', icon: 'bell' },
    ],
  },
  {
    title: 'Privacy and safety',
    pages: [
      { path: PRIVACY_PATH, label: 'Privacy and your data', icon: 'file' },
      { path: BLOCKED_PATH, label: 'Blocked members', icon: 'block' },
      { path: MODERATION_PATH, label: 'Moderation', icon: 'flag' },
    ],
  },
  {
    title: 'Logging in',
    pages: [
      { path: PASSKEYS_PATH, label: 'Passkeys', icon: 'key' },
      { path: TOKENS_PATH, label: 'Access tokens', icon: 'link' },
    ],
  },
];
