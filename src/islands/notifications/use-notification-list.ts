import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { notificationsQuery, refreshNotifications } from '#lib/client/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

/** The loaded notifications, updated by the poller. */
export function useNotificationList() {
  const list = useInfiniteQuery(notificationsQuery, queryClient());
  useEffect(
    () => newestNotifications.listen((page) => page && refreshNotifications(queryClient(), page)),
    [],
  );
  return { ...list, notifications: list.data ?? [] };
}
