import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

import { resetNotifications } from '#lib/client/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

import { NotificationList } from './NotificationList.tsx';

/**
 * Shows the list, from its beginning.
 * @param onClose closes what it stands in
 * @returns takes it away again
 */
export function mountNotificationList(host: HTMLElement, onClose: () => void): () => void {
  const client = queryClient();
  const newest = newestNotifications.get();
  if (newest) resetNotifications(client, newest);
  const root = createRoot(host);
  root.render(
    <QueryClientProvider client={client}>
      <NotificationList onClose={onClose} />
    </QueryClientProvider>,
  );
  return () => root.unmount();
}
