import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { notificationsQuery, refreshNotifications } from '#lib/client/notifications.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

/** The loaded notifications, updated by the poller. */
export function useNotificationList() {
  const client = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery);
  useEffect(
    () => newestNotifications.listen((page) => page && refreshNotifications(client, page)),
    [client],
  );
  return { ...list, notifications: list.data ?? [] };
}
