import { useEffect, useRef } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { messageOf } from '#lib/client/http/api-error.ts';

import { NotificationRow } from './NotificationRow.tsx';
import { useList } from './use-notification-list.ts';
import { useOpen } from './use-open-notification.ts';

import styles from './Notifications.module.css';

type List = ReturnType<typeof useList>;

const Failed = ({ error, onAgain }: { error: Error; onAgain: () => void }) => (
  <div className={styles.note} role="alert">
    <p>{messageOf(error)}</p>
    <button type="button" className="button quiet" onClick={onAgain}>
      Try again
    </button>
  </div>
);

const Nothing = () => (
  <div className={styles.note}>
    <span className={styles.icon} data-tone="straw">
      <Icon name="bell" />
    </span>
    <p>No Notification Available</p>
  </div>
);

const Waiting = () => (
  <p className={styles.note}>
    <Spinner />
    One moment…
  </p>
);

const PAUSED = 'You seem to be offline. Notifications come as soon as the connection is back.';

/** The way to the next page, and what keeps it from coming. */
function More({ list, onMore }: { list: List; onMore: () => void }) {
  const waits = list.isFetchingNextPage;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">{messageOf(list.error)}</p>}
      <output>{list.fetchStatus === 'paused' && PAUSED}</output>
      <button type="button" className="button quiet" aria-busy={waits} onClick={onMore}>
        {waits && <Spinner />}
        See All Notifications
      </button>
    </div>
  );
}

/** Loads the next page, and puts the focus on the first of it: the button may be gone by then. */
function useMore({ notifications, isFetchingNextPage, fetchNextPage }: List) {
  const rows = useRef<HTMLUListElement>(null);
  const goesOnAt = useRef(0);
  useEffect(() => {
    if (!goesOnAt.current || notifications.length <= goesOnAt.current) return;
    rows.current?.children[goesOnAt.current]?.querySelector<HTMLElement>('[data-row]')?.focus();
    goesOnAt.current = 0;
  }, [notifications.length]);
  const seeMore = () => {
    if (isFetchingNextPage) return;
    goesOnAt.current = notifications.length;
    void fetchNextPage();
  };
  return { rows, seeMore };
}

/** One's notifications (spec 2). @param onLeave closes what they stand in */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const list = useList();
  const { busy, open } = useOpen(onLeave);
  const { rows, seeMore } = useMore(list);
  if (list.isPending && list.fetchStatus === 'paused')
    return <output className={styles.note}>{PAUSED}</output>;
  if (list.isPending) return <Waiting />;
  if (list.isError && !list.data)
    return <Failed error={list.error} onAgain={() => void list.refetch()} />;
  if (list.notifications.length === 0) return <Nothing />;
  return (
    <>
      <ul className={styles.list} ref={rows}>
        {list.notifications.map((each) => (
          <NotificationRow
            key={each.id}
            notification={each}
            now={list.dataUpdatedAt}
            isBusy={busy === each.id}
            onOpen={open}
          />
        ))}
      </ul>
      {list.hasNextPage && <More list={list} onMore={seeMore} />}
    </>
  );
}
