import { useInfiniteQuery } from '@tanstack/react-query';

import { MemberCard } from '#islands/forum/posts/InteractivePostCard.tsx';
import { ListEnd, ListFailed, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { useNow } from '#islands/forum/posts/use-now.ts';
import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import { searchQuery } from '#lib/client/search.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';

import { FoundCard } from './AccountResult.tsx';
import { foundIn } from './merge-results.ts';

import styles from '#islands/forum/posts/Feed.module.css';

interface Props {
  viewerId: string;
  term: string;
  /** when the page was drawn, milliseconds since 1970 */
  at: number;
}

const Nothing = ({ term }: { term: string }) => (
  <EmptyState icon="search" title="No post found">
    <p>Nothing and nobody matches “{term}”. Try fewer or other words, like straw or husk.</p>
  </EmptyState>
);

/** What a search found: members and posts, growing as it is scrolled. */
export function Results({ viewerId, term, at }: Props) {
  const now = useNow(at);
  const isHydrated = useHydrated();
  const list = useInfiniteQuery(searchQuery(viewerId, term));
  if (list.isError && !list.data)
    return <ListFailed error={list.error} onAgain={() => void list.refetch()} />;
  if (isHydrated && !list.data && list.fetchStatus === 'paused')
    return <ListPaused things="Results" />;
  if (!list.data || !isHydrated) return <PostSkeleton />;
  const found = foundIn(list.data);
  if (found.length === 0 && !list.hasNextPage) return <Nothing term={term} />;
  return (
    <div className={styles.feed}>
      {found.map((each) =>
        each.type === 'account' ? (
          <FoundCard key={each.accountId} account={each} />
        ) : (
          <MemberCard key={each.post_id} post={each} now={now} />
        ),
      )}
      <ListEnd list={list} shown={found.length} things="results" skeleton={<PostSkeleton />}>
        <Icon name="sheaf" />
        That was everything.
      </ListEnd>
    </div>
  );
}
