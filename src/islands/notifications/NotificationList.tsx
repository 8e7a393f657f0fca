import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useEffect, useRef } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { errorMessage } from '#lib/client/http/api-error.ts';
import {
  notificationsQuery,
  openNotificationMutation,
  readAllMutation,
  refreshNotifications,
} from '#lib/client/notifications/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { serverNow } from '#lib/client/server-clock.ts';
import { newestNotifications } from '#lib/client/stores/newest-notifications.ts';
import { type Notification, notificationPath } from '#lib/contract/notifications/notifications.ts';
import { t } from '#lib/messages/t.ts';

import { groupByPeriod } from './notification-periods.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { PushInvite } from './PushInvite.tsx';

import styles from './Notifications.module.css';

/** The loaded notifications, updated by polling. */
function useNotificationList() {
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

type List = ReturnType<typeof useNotificationList>;

const LoadError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className={styles.note} role="alert">
    <p>{errorMessage(error)}</p>
    <button type="button" className="button quiet" onClick={onRetry}>
      {t('notice.try_again')}
    </button>
  </div>
);

const NoNotifications = () => (
  <div className={styles.note}>
    <span className={styles.icon} data-tone="straw">
      <Icon path={ICONS.bell} />
    </span>
    <p>{t('bell.none')}</p>
  </div>
);

const Loading = () => (
  <p className={styles.note}>
    <Spinner />
    {t('bell.loading')}
  </p>
);

function MoreButton({ list, onMore }: { list: List; onMore: () => void }) {
  const isBusy = list.isFetchingNextPage;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">{errorMessage(list.error)}</p>}
      <output>{list.fetchStatus === 'paused' && t('bell.offline')}</output>
      <button type="button" className="button quiet" aria-busy={isBusy} onClick={onMore}>
        {isBusy && <Spinner />}
        {t('bell.more')}
      </button>
    </div>
  );
}

/** Loads the next page and focuses its first row, because the button may disappear. */
function useSeeMore({ notifications, isFetchingNextPage, fetchNextPage }: List) {
  const rows = useRef<HTMLDivElement>(null);
  const focusIndex = useRef(0);
  useEffect(() => {
    if (!focusIndex.current || notifications.length <= focusIndex.current) return;
    rows.current?.querySelectorAll<HTMLElement>('[data-row]')[focusIndex.current]?.focus();
    focusIndex.current = 0;
  }, [notifications.length]);
  const seeMore = () => {
    if (isFetchingNextPage) return;
    focusIndex.current = notifications.length;
    void fetchNextPage();
  };
  return { rows, seeMore };
}

/**
 * Marks notifications read, then goes to their target.
 * @param onLeave called before leaving the page
 */
function useOpenNotification(onLeave: () => void) {
  const { mutate, isPending, variables } = useMutation(
    {
      ...openNotificationMutation,
      onSuccess: async (notification) => {
        const path = notificationPath(notification);
        if (!path) return;
        onLeave();
        await navigate(path);
      },
    },
    queryClient(),
  );
  return { pendingId: isPending ? variables.id : undefined, open: mutate };
}

interface Props {
  notifications: Notification[];
  onClose: () => void;
}

/** The rows, under headings. */
function NotificationGroups({ notifications: all, onClose }: Props) {
  const { pendingId, open } = useOpenNotification(onClose);
  const now = serverNow();
  return groupByPeriod(all, now).map(({ period, notifications }) => (
    <section key={period}>
      <h3 className={styles.period}>{period}</h3>
      <ul className={styles.list}>
        {notifications.map((each) => (
          <NotificationRow
            key={each.id}
            notification={each}
            now={now}
            isBusy={pendingId === each.id}
            onOpen={(notification) => pendingId ?? open(notification)}
          />
        ))}
      </ul>
    </section>
  ));
}

interface ReadAllButtonProps {
  list: ReturnType<typeof useNotificationList>;
  /** called when the button has disappeared */
  onRead: () => void;
}

/** Marks all notifications read, including those not loaded yet. */
function ReadAllButton({ list, onRead }: ReadAllButtonProps) {
  const { mutate, isPending } = useMutation(readAllMutation, queryClient());
  const [newest] = list.notifications;
  if (!newest || !list.hasUnread) return null;
  return (
    <p className={styles.all}>
      <button
        type="button"
        className="link"
        aria-busy={isPending}
        onClick={() => isPending || mutate(newest.id, { onSuccess: onRead })}
      >
        {t('bell.mark_all')}
      </button>
    </p>
  );
}

export function NotificationList({ onClose }: { onClose: () => void }) {
  const list = useNotificationList();
  const { rows, seeMore } = useSeeMore(list);
  const focusFirst = () => rows.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  if (list.isPending && list.fetchStatus === 'paused')
    return <output className={styles.note}>{t('bell.offline')}</output>;
  if (list.isPending) return <Loading />;
  if (list.isError && !list.data)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (list.notifications.length === 0)
    return (
      <>
        <NoNotifications />
        <PushInvite />
      </>
    );
  return (
    <>
      <ReadAllButton list={list} onRead={focusFirst} />
      <div ref={rows}>
        <NotificationGroups notifications={list.notifications} onClose={onClose} />
      </div>
      <PushInvite />
      {list.hasNextPage && <MoreButton list={list} onMore={seeMore} />}
    </>
  );
}
