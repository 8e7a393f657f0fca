import { type ReactNode, useCallback } from 'react';

import { isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import type { PagedList } from '#lib/client/query/use-paged-query.ts';
import { signInPath } from '#lib/contract/redirects.ts';

import styles from './ListEnd.module.css';

// Begun this far ahead, the next page is mostly there when it is reached.
const ROOT_MARGIN = '1200px';

type Paged = Omit<PagedList<unknown>, 'data'>;

/** @returns a ref for the end of the list: the next page is asked for whenever that comes near */
function useEndMarker({ fetchNextPage, fetchStatus }: Paged) {
  const isBusy = fetchStatus !== 'idle';
  return useCallback(
    (marker: HTMLElement | null) => {
      if (!marker || isBusy) return undefined;
      // A busy browser tells of several moments at once, e.g. of before and after a jump to the end.
      const reach = (seen: IntersectionObserverEntry[]) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      };
      const watch = new IntersectionObserver(reach, { rootMargin: ROOT_MARGIN });
      watch.observe(marker);
      return () => watch.disconnect();
    },
    [fetchNextPage, isBusy],
  );
}

/** What kept a list from coming, and what to do about it. */
export function ListError({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div className={styles.note} role="alert">
      <p>{errorMessage(error)}</p>
      {isSignedOut(error) ? (
        <a className="button" href={signInPath(location.pathname + location.search)}>
          Login
        </a>
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Says that a list waits for the connection. @param things what it is of, as a sentence goes on: `More posts` */
export const ListPaused = ({ items }: { items: string }) => (
  <output className={styles.note}>
    You seem to be offline. {items} come as soon as the connection is back.
  </output>
);

interface Props {
  list: Paged;
  /** how many items are shown */
  count: number;
  /** what they are, e.g. `posts` */
  itemName: string;
  /** holds the next item's place */
  skeleton: ReactNode;
  /** stands where there are no more */
  children?: ReactNode;
}

/** The end of a list: the next page's place, what kept it from coming, or that this was all. */
export function ListEnd({ list, count, itemName, skeleton, children }: Props) {
  const marker = useEndMarker(list);
  if (!list.hasNextPage) return children && <p className={styles.end}>{children}</p>;
  if (list.isFetchNextPageError && list.fetchStatus === 'idle')
    return <ListError error={list.error} onRetry={() => void list.fetchNextPage()} />;
  if (list.fetchStatus === 'paused') return <ListPaused items={`More ${itemName}`} />;
  return (
    <div key={count} ref={marker}>
      <output className="visually-hidden">
        {list.fetchStatus === 'fetching' && `Loading more ${itemName}`}
      </output>
      {skeleton}
    </div>
  );
}
