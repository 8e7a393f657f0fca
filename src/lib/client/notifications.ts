import {
  infiniteQueryOptions,
  type InfiniteData,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query';

import {
  NOTIFICATIONS_PAGE,
  type Notification,
  type NotificationPage,
} from '#lib/contract/notifications.ts';

import { withAccessToken } from './http/access-token.ts';
import { errorSentence } from './http/error-sentence.ts';
import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { pollOnce } from './notification-poller.ts';
import { uniqueBy } from './query/paged-query.ts';

type Pages = InfiniteData<NotificationPage>;

const PATH = 'web/notification';

const notificationBody = hasKeys<Notification>('id', 'is_read');
const pageBody = hasKeys<NotificationPage>('notifications', 'has_unread');

/** The member's notifications, newest first. The poller says when to fetch them again. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) =>
    withAccessToken((headers) =>
      requestData(PATH, pageBody, {
        headers,
        signal,
        searchParams: { cursor: pageParam ?? 0, limit: NOTIFICATIONS_PAGE },
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  select: ({ pages }) =>
    uniqueBy(
      pages.flatMap(({ notifications }) => notifications),
      ({ id }) => id,
    ),
  staleTime: Infinity,
});

/** Resets the list to its first page. */
export const resetNotifications = (client: QueryClient, page: NotificationPage): void =>
  void client.setQueryData<Pages>(notificationsQuery.queryKey, {
    pages: [page],
    pageParams: [null],
  });

/** Updates the list after its first page changed. */
export function refreshNotifications(client: QueryClient, page: NotificationPage): void {
  const cached = client.getQueryData<Pages>(notificationsQuery.queryKey);
  if (!cached || cached.pages.length < 2) return resetNotifications(client, page);
  // A new first page shifts all others.
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
}

const markRead = (id: string): Promise<Notification> =>
  withAccessToken((headers) =>
    requestData(`${PATH}/${encodeURIComponent(id)}/read`, notificationBody, {
      method: 'patch',
      headers,
    }),
  );

/** Updates a notification wherever it is cached. */
const updateCachedNotification = (client: QueryClient, changed: Notification): void =>
  void client.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((each) =>
            each.id === changed.id ? changed : each,
          ),
        })),
      },
  );

/** Marks a notification read before it is opened. */
export const openNotificationMutation = mutationOptions({
  mutationFn: async (notification: Notification, { client }) => {
    if (notification.is_read) return notification;
    const read = await markRead(notification.id);
    updateCachedNotification(client, read);
    // Updates the badge, in other tabs too; the next poll would do it later.
    pollOnce().catch(() => null);
    return read;
  },
  meta: {
    errorToast: {
      area: 'ForumsPageToast',
      position: 'bottom-right',
      toMessage: errorSentence,
      redirectsToSignIn: true,
    },
  },
});
