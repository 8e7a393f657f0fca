import { type ReactNode, useCallback } from 'react';

import { isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import type { PagedList } from '#lib/client/query/use-server-query.ts';
import { signInPath } from '#lib/contract/redirects.ts';

import styles from './ListEnd.module.css';

// Far enough ahead that the next page is usually there when it is reached.
const ROOT_MARGIN = '1200px';

type Paged = Omit<PagedList<unknown>, 'data'>;

/** A ref for the end of the list: the next page is fetched when it comes near. */
function useEndMarker({ fetchNextPage, fetchStatus }: Paged) {
  const isBusy = fetchStatus !== 'idle';
  return useCallback(
    (marker: HTMLElement | null) => {
      if (!marker || isBusy) return undefined;
      // A busy browser reports several moments in one call.
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

interface ErrorProps {
  error: Error | null;
  onRetry: () => void;
  /** a toast announces it, and shows it first */
  isToasted?: boolean;
}

/** Why a list could not be loaded, and a retry or login. */
export function ListError({ error, onRetry, isToasted = false }: ErrorProps) {
  const states = isToasted ? { 'data-toasted': '' } : { role: 'alert' };
  return (
    <div className={styles.note} {...states}>
      <p data-error>{errorMessage(error)}</p>
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

/** @param items e.g. `More posts` */
export const ListPaused = ({ items }: { items: string }) => (
  <output className={styles.note}>
    You seem to be offline. {items} will load when you’re back online.
  </output>
);

interface Props {
  list: Paged;
  /** the number of items in the list */
  count: number;
  /** e.g. `posts` */
  itemName: string;
  /** reserves the space of the next item */
  skeleton: ReactNode;
  /** shown at the end of the list */
  children?: ReactNode;
}

/** The end of a list: loads the next page, or shows why it cannot, or that this was all. */
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
