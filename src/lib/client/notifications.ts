import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';

import type { Notification, NotificationPage } from '#lib/contract/notifications.ts';
import { NOTIFICATIONS_PAGE } from '#lib/contract/pages.ts';

import { withAccess } from './http/access-token.ts';
import { callData } from './http/request.ts';
import { having } from './http/response-shape.ts';

type Pages = InfiniteData<NotificationPage>;

const CALL = 'web/notification';

const notification = having<Notification>('id', 'is_read');
const notificationPage = having<NotificationPage>('notifications', 'has_unread');

/** One's notifications, newest first. They are looked at again when the watch says that they changed. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) =>
    withAccess((headers) =>
      callData(CALL, notificationPage, {
        headers,
        signal,
        searchParams: { cursor: pageParam ?? 0, limit: NOTIFICATIONS_PAGE },
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: Infinity,
});

/** Begins the list anew with its first page. */
export const startNotifications = (client: QueryClient, page: NotificationPage): void =>
  void client.setQueryData<Pages>(notificationsQuery.queryKey, {
    pages: [page],
    pageParams: [null],
  });

/** Brings the list up to date after its first page changed. @param page that page, as it is now */
export function renewNotifications(client: QueryClient, page: NotificationPage): void {
  const kept = client.getQueryData<Pages>(notificationsQuery.queryKey);
  if (!kept || kept.pages.length < 2) return startNotifications(client, page);
  // What moved from one page to the next is known only when all are read again.
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
}

/** Marks a notification read. @throws CallFailed */
export const markRead = (id: string): Promise<Notification> =>
  withAccess((headers) =>
    callData(`${CALL}/${encodeURIComponent(id)}/read`, notification, { method: 'patch', headers }),
  );

/** Shows a notification as it is now, wherever it stands in the list. */
export const showNotification = (client: QueryClient, changed: Notification): void =>
  void client.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (kept) =>
      kept && {
        ...kept,
        pages: kept.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((each) =>
            each.id === changed.id ? changed : each,
          ),
        })),
      },
  );
