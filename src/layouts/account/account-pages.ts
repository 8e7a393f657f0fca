import type { IconName } from '#layouts/icons.ts';

/** The pages of the account settings that the server renders, as they are listed. */
export const ACCOUNT_PAGES: { path: string; label: string; icon: IconName }[] = [
  { path: '/profile/exchange', label: 'Town and alerts', icon: 'bell' },
];
