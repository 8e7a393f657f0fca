import { useCallback } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { PostSkeleton } from '#islands/ui/PostSkeleton.tsx';
import { CallFailed, messageOf } from '#lib/client/call-failed.ts';

import styles from './FeedEnd.module.css';

// Begun this far ahead, the next page is mostly there when it is reached.
const AHEAD = '1200px';

/** What the end of a list needs to know of its query. */
interface Paged {
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
}

interface Props {
  feed: Paged;
  /** how many posts are shown */
  shown: number;
}

/** @returns a ref for the end of the list: the next page is asked for whenever that comes near */
function useEndMarker({ fetchNextPage, fetchStatus }: Paged) {
  const waits = fetchStatus !== 'idle';
  return useCallback(
    (marker: HTMLElement | null) => {
      if (!marker || waits) return undefined;
      const reach = ([entry]: IntersectionObserverEntry[]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      };
      const watch = new IntersectionObserver(reach, { rootMargin: AHEAD });
      watch.observe(marker);
      return () => watch.disconnect();
    },
    [fetchNextPage, waits],
  );
}

function Failed({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  const signedOut = error instanceof CallFailed && error.status === 401;
  return (
    <div className={styles.note} role="alert">
      <p>{messageOf(error)}</p>
      {signedOut ? (
        <a className="button" href={`/login?redirect=${encodeURIComponent(location.pathname)}`}>
          Login
        </a>
      ) : (
        <button type="button" className="button" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The end of a list: the next page's place, what kept it from coming, or that this was all. */
export function FeedEnd({ feed, shown }: Props) {
  const marker = useEndMarker(feed);
  if (!feed.hasNextPage)
    return (
      <p className={styles.end}>
        <Icon name="sheaf" />
        That was every post.
      </p>
    );
  if (feed.isFetchNextPageError && feed.fetchStatus === 'idle')
    return <Failed error={feed.error} onAgain={() => void feed.fetchNextPage()} />;
  if (feed.fetchStatus === 'paused')
    return (
      <output className={styles.note}>
        You seem to be offline. More posts come as soon as the connection is back.
      </output>
    );
  return (
    <div key={shown} ref={marker}>
      <output className="visually-hidden">
        {feed.fetchStatus === 'fetching' && 'Loading more posts'}
      </output>
      <PostSkeleton />
    </div>
  );
}
