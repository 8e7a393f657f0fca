import { useStore } from '@nanostores/react';

import { newestNotifications } from '#lib/client/stores/navbar.ts';

import { formatUnread } from './format-unread.ts';

/** How many notifications are unread, as of the last poll; empty for none. */
export function useUnread(): string {
  const newest = useStore(newestNotifications, { ssr: 'initial' });
  return newest?.has_unread ? formatUnread(newest.unread_count) : '';
}
