import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import {
  notificationsQuery,
  refreshNotifications,
} from '#lib/client/notifications/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

/** The loaded notifications, updated by the poller. */
export function useNotificationList() {
  const list = useInfiniteQuery(notificationsQuery, queryClient());
  useEffect(
    () => newestNotifications.listen((page) => page && refreshNotifications(queryClient(), page)),
    [],
  );
  const notifications = list.data ?? [];
  const hasUnread =
    newestNotifications.get()?.has_unread || notifications.some(({ is_read }) => !is_read);
  return { ...list, notifications, hasUnread };
}
