import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import { ApiError, errorSentence } from '#lib/client/http/api-error.ts';
import { requestData, withAccessToken } from '#lib/client/http/request.ts';
import { hasKeys, ignoreBody } from '#lib/client/http/response-shape.ts';
import { firstPage, pagedQuery } from '#lib/client/query/paged-query.ts';
import { type Pages, updatePages } from '#lib/client/query/update-cached.ts';
import {
  NOTIFICATIONS_PAGE,
  type Notification,
  type NotificationPage,
} from '#lib/contract/notifications/notifications.ts';

import { pollOnce } from './notification-poller.ts';

const PATH = 'web/notification';

const notificationBody = hasKeys<Notification>('id', 'is_read');

/** The member's notifications, newest first. The poller decides when they are fetched again. */
export const notificationsQuery = {
  ...pagedQuery({
    queryKey: ['notifications'],
    path: PATH,
    limit: NOTIFICATIONS_PAGE,
    keys: ['notifications', 'has_unread'],
    getNextCursor: ({ nextCursor }: NotificationPage) => nextCursor,
    getItems: ({ notifications }) => notifications,
    getId: ({ id }) => id,
    withHeaders: withAccessToken,
    isStored: true,
  }),
  staleTime: Infinity,
};

/** Resets the list to its first page. */
export const resetNotifications = (client: QueryClient, page: NotificationPage): void =>
  void client.setQueryData(notificationsQuery.queryKey, firstPage(page));

/** Updates the list after its first page changed. */
export function refreshNotifications(client: QueryClient, page: NotificationPage): void {
  const cached = client.getQueryData<Pages<NotificationPage>>(notificationsQuery.queryKey);
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

/** Marks a notification and all older ones read. */
const markAllRead = (until: string): Promise<null> =>
  withAccessToken((headers) =>
    requestData(`${PATH}/read`, ignoreBody, { method: 'patch', json: { until }, headers }),
  );

/** Updates a notification wherever it is cached. */
const updateCachedNotification = (client: QueryClient, changed: Notification): void =>
  updatePages<NotificationPage>(client, notificationsQuery.queryKey, (page) => ({
    ...page,
    notifications: page.notifications.map((each) => (each.id === changed.id ? changed : each)),
  }));

/** A notification also opens offline: it stays unread. */
const unreadWhenOffline = (notification: Notification) => (error: unknown) => {
  if (error instanceof ApiError && error.code === 'offline') return notification;
  throw error;
};

const MARK_FAILED = {
  area: 'ForumsPageToast',
  position: 'bottom-right',
  toMessage: errorSentence,
  redirectsToSignIn: true,
} as const;

/** Marks the listed notifications and all older ones read; newer ones stay unread. */
export const readAllMutation = mutationOptions({
  mutationFn: async (newestId: string, { client }) => {
    await markAllRead(newestId);
    // Updates the badge, the first page, and the other tabs.
    await pollOnce().catch(() => null);
    await client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  },
  meta: { errorToast: MARK_FAILED },
});

/** Marks a notification read before it is opened. */
export const openNotificationMutation = mutationOptions({
  mutationFn: async (notification: Notification, { client }) => {
    if (notification.is_read) return notification;
    const read = await markRead(notification.id).catch(unreadWhenOffline(notification));
    updateCachedNotification(client, read);
    // Updates the badge at once, in other tabs too.
    pollOnce().catch(() => null);
    return read;
  },
  meta: { errorToast: MARK_FAILED },
});
