import { useEffect, useRef } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { errorMessage } from '#lib/client/http/api-error.ts';

import { NotificationGroups } from './NotificationGroups.tsx';
import { ReadAllButton } from './ReadAllButton.tsx';
import { useNotificationList } from './use-notification-list.ts';

import styles from './Notifications.module.css';

type List = ReturnType<typeof useNotificationList>;

const LoadError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className={styles.note} role="alert">
    <p>{errorMessage(error)}</p>
    <button type="button" className="button quiet" onClick={onRetry}>
      Try again
    </button>
  </div>
);

const NoNotifications = () => (
  <div className={styles.note}>
    <span className={styles.icon} data-tone="straw">
      <Icon path={ICONS.bell} />
    </span>
    <p>No Notification Available</p>
  </div>
);

const Loading = () => (
  <p className={styles.note}>
    <Spinner />
    Loading…
  </p>
);

const OFFLINE_MESSAGE = "You seem to be offline. Notifications will load when you're back online.";

/** Loads the next page. */
function MoreButton({ list, onMore }: { list: List; onMore: () => void }) {
  const isBusy = list.isFetchingNextPage;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">{errorMessage(list.error)}</p>}
      <output>{list.fetchStatus === 'paused' && OFFLINE_MESSAGE}</output>
      <button type="button" className="button quiet" aria-busy={isBusy} onClick={onMore}>
        {isBusy && <Spinner />}
        See All Notifications
      </button>
    </div>
  );
}

/** Loads the next page and focuses its first row: the button may be gone by then. */
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

/** The member's notifications. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const list = useNotificationList();
  const { rows, seeMore } = useSeeMore(list);
  const focusFirst = () => rows.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  if (list.isPending && list.fetchStatus === 'paused')
    return <output className={styles.note}>{OFFLINE_MESSAGE}</output>;
  if (list.isPending) return <Loading />;
  if (list.isError && !list.data)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (list.notifications.length === 0) return <NoNotifications />;
  return (
    <>
      <ReadAllButton list={list} onRead={focusFirst} />
      <div ref={rows}>
        <NotificationGroups notifications={list.notifications} onClose={onClose} />
      </div>
      {list.hasNextPage && <MoreButton list={list} onMore={seeMore} />}
    </>
  );
}
