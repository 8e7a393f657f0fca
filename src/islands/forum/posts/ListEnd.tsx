import { type ReactNode, useCallback } from 'react';

import { isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import type { PagedList } from '#lib/client/query/use-server-query.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';

import styles from './ListEnd.module.css';

// Far enough ahead that the next page has usually loaded when a reader gets there.
const ROOT_MARGIN = '1200px';

type Paged = Omit<PagedList<unknown>, 'data'>;

/** A ref for the end of the list, which fetches the next page when it comes near the viewport. */
function useEndMarker({ fetchNextPage, fetchStatus }: Paged) {
  const isBusy = fetchStatus !== 'idle';
  return useCallback(
    (marker: HTMLElement | null) => {
      if (!marker || isBusy) return undefined;
      // A busy browser may report several changes in one call.
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
  /** a toast shows and announces the error first */
  isToasted?: boolean;
}

/** Why a list could not be loaded, with a retry or a login. */
export function ListError({ error, onRetry, isToasted = false }: ErrorProps) {
  const states = isToasted ? { 'data-toasted': '' } : { role: 'alert' };
  return (
    <div className={styles.note} {...states}>
      <p data-error>{errorMessage(error)}</p>
      {isSignedOut(error) ? (
        <a className="button" href={signInPath(location.pathname + location.search)}>
          {t('auth.login')}
        </a>
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          {t('notice.try_again')}
        </button>
      )}
    </div>
  );
}

type Items = 'posts' | 'members' | 'likes' | 'results';

interface PausedProps {
  /** what is being loaded */
  items: Items | 'first_likes' | 'first_results' | 'comments' | 'suggestions';
}

export const ListPaused = ({ items }: PausedProps) => (
  <output className={styles.note}>{t('list.paused', { items })}</output>
);

interface Props {
  list: Paged;
  /** the number of items in the list */
  count: number;
  items: Items;
  /** reserves the space of the next item */
  skeleton: ReactNode;
  /** shown at the end of the list */
  children?: ReactNode;
}

/** The end of a list: loads the next page, or shows an error, or that there is no more. */
export function ListEnd({ list, count, items, skeleton, children }: Props) {
  const marker = useEndMarker(list);
  if (!list.hasNextPage) return children && <p className={styles.end}>{children}</p>;
  if (list.isFetchNextPageError && list.fetchStatus === 'idle')
    return <ListError error={list.error} onRetry={() => void list.fetchNextPage()} />;
  if (list.fetchStatus === 'paused') return <ListPaused items={items} />;
  return (
    <div key={count} ref={marker}>
      <output className="visually-hidden">
        {list.fetchStatus === 'fetching' && t('list.loading_more', { items })}
      </output>
      {skeleton}
    </div>
  );
}
