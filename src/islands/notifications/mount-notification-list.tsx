import { QueryClientProvider } from '@tanstack/react-query';

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
  const client = queryClient();
  const newest = newestNotifications.get();
  if (newest) resetNotifications(client, newest);
  return mountIsland(
    host,
    <QueryClientProvider client={client}>
      <NotificationList onClose={onClose} />
    </QueryClientProvider>,
  );
}
