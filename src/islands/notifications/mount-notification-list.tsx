import { mountIsland } from '#lib/client/mount-island.ts';
import { resetNotifications } from '#lib/client/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

import { NotificationList } from './NotificationList.tsx';

/**
 * Shows the newest notifications.
 * @param onClose closes the panel around the list
 * @returns unmounts it
 */
export function mountNotificationList(host: HTMLElement, onClose: () => void): () => void {
  const newest = newestNotifications.get();
  if (newest) resetNotifications(queryClient(), newest);
  return mountIsland(host, <NotificationList onClose={onClose} />);
}
