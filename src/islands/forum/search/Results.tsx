import { useStore } from '@nanostores/react';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';

import { InteractivePostCard } from '#islands/forum/posts/InteractivePostCard.tsx';
import { ListEnd, ListError, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import { isPartialSearch, searchQuery, type SearchResult } from '#lib/client/forum/search.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { searchTerm } from '#lib/client/stores/search.ts';
import { useNow } from '#lib/client/use-clock.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { FoundAccount } from '#lib/contract/forum/search.ts';
import { ACCOUNT_EXCHANGE_PATH, memberPath } from '#lib/contract/paths.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import styles from '#islands/forum/posts/Feed.module.css';
import accountStyles from './Results.module.css';

interface Props {
  viewerId: string;
  /** the search rendered by the server */
  initialTerm: string;
  /** milliseconds since 1970 */
  renderedAt: number;
}

/** Explains that the posts below match only some of the words. */
const PartialNote = () => <output className={styles.note}>{t('search.partial')}</output>;

const NoResults = ({ term }: { term: string }) => (
  <EmptyState icon={ICONS.search} title={t('search.none')}>
    <p>{t('search.none_text', { term })}</p>
    <button type="button" className="button" data-open-post>
      <Icon path={ICONS.plus} />
      {t('exchange.post_need')}
    </button>
    <a className="button quiet" href={ACCOUNT_EXCHANGE_PATH}>
      <Icon path={ICONS.bell} />
      {t('search.alerts')}
    </a>
  </EmptyState>
);

type List = UseInfiniteQueryResult<SearchResult[]>;

const resultsText = (count: number, hasMore: boolean, term: string): string =>
  hasMore && count > 0 ? t('search.first', { count, term }) : t('search.found', { count, term });

/** Shows how many results there are, and announces those that load on scrolling. */
function SearchStatus({ list, term }: { list: List; term: string }) {
  const results = useHydrated() ? list.data : undefined;
  const isOpen = results?.length === 0 && list.hasNextPage;
  return (
    <output className={results?.length ? styles.note : 'visually-hidden'} data-results>
      {results && !isOpen && resultsText(results.length, list.hasNextPage, term)}
    </output>
  );
}

interface ListProps extends Omit<Props, 'initialTerm'> {
  list: List;
  term: string;
}

function AccountResult({ account }: { account: FoundAccount }) {
  const { accountId, name, profilePicture, accountType } = account;
  return (
    <article id={accountId} className={accountStyles.card}>
      <Avatar name={name} picture={profilePicture} />
      <div className={accountStyles.text}>
        <h2>{name}</h2>
        <p>{roleLabel(accountType)}</p>
      </div>
      <a
        className="button quiet"
        href={memberPath(accountId)}
        aria-label={t('search.visit_name', { name })}
      >
        {t('search.visit')}
      </a>
    </article>
  );
}

function ResultList({ list, viewerId, term, renderedAt }: ListProps) {
  const now = useNow(renderedAt);
  const isHydrated = useHydrated();
  if (list.isError && !list.data)
    return <ListError error={list.error} onRetry={() => void list.refetch()} />;
  if (isHydrated && !list.data && list.fetchStatus === 'paused')
    return <ListPaused items="first_results" />;
  const { data: results } = list;
  if (!results || !isHydrated) return <PostSkeleton />;
  if (results.length === 0 && !list.hasNextPage) return <NoResults term={term} />;
  return (
    <div className={styles.feed}>
      {isPartialSearch(queryClient(), viewerId, term) && <PartialNote />}
      {results.map((result) =>
        result.type === 'account' ? (
          <AccountResult key={result.accountId} account={result} />
        ) : (
          <InteractivePostCard key={result.post_id} post={result} now={now} />
        ),
      )}
      <ListEnd list={list} count={results.length} items="results" skeleton={<PostSkeleton />}>
        <Icon path={ICONS.sheaf} />
        {t('search.end')}
      </ListEnd>
    </div>
  );
}

/** Infinite list of search results. */
export function Results({ viewerId, initialTerm, renderedAt }: Props) {
  const term = useStore(searchTerm, { ssr: () => initialTerm });
  const list = useInfiniteQuery(searchQuery(viewerId, term), queryClient());
  return (
    <>
      <SearchStatus list={list} term={term} />
      <ResultList list={list} viewerId={viewerId} term={term} renderedAt={renderedAt} />
    </>
  );
}
