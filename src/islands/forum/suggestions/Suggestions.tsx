import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';

import { ListError, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { MoreButton } from '#islands/forum/posts/MoreButton.tsx';
import { formatNumber } from '#islands/ui/format/format-number.ts';
import { MemberRow } from '#islands/ui/member/MemberRow.tsx';
import { suggestionsQuery } from '#lib/client/forum/suggestions.ts';
import { errorMessage } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { Suggestion } from '#lib/contract/forum/suggestions.ts';
import { memberPath } from '#lib/contract/paths.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Suggestions.module.css';

type List = UseInfiniteQueryResult<Suggestion[]>;

const Subtitle = ({ account_type, followers_count: n }: Suggestion) => (
  <>
    {roleLabel(account_type)}
    <br />
    {t('suggestion.followers', { count: n, shown: formatNumber(n) })}
  </>
);

function ShowMore({ list }: { list: List }) {
  if (!list.hasNextPage) return <p className={styles.end}>{t('suggestion.end')}</p>;
  const isBusy = list.fetchStatus === 'fetching';
  return (
    <>
      {list.isFetchNextPageError && !isBusy && <p role="alert">{errorMessage(list.error)}</p>}
      <MoreButton isBusy={isBusy} onClick={() => void list.fetchNextPage()}>
        {t('suggestion.more')}
      </MoreButton>
    </>
  );
}

function People({ list }: { list: List }) {
  // Hydration needs the same markup as the server’s, even if the cache has suggestions.
  const isHydrated = useHydrated();
  if (!isHydrated || list.isLoading)
    return <output className={styles.loading} aria-label={t('suggestion.loading')} />;
  if (list.isPending && list.fetchStatus === 'paused') return <ListPaused items="suggestions" />;
  if (!list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />;
  // Leaves out the member whose page is open.
  const people = list.data.filter(({ account_id }) => memberPath(account_id) !== location.pathname);
  if (people.length === 0 && !list.hasNextPage)
    return <p className={styles.end}>{t('suggestion.none')}</p>;
  return (
    <>
      <ul>
        {people.map((person) => (
          <MemberRow
            key={person.account_id}
            name={person.name}
            picture={person.profile_picture}
            href={memberPath(person.account_id)}
            subtitle={<Subtitle {...person} />}
          />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

/**
 * Members the viewer may like to follow, 3 more at a time. Fetched when scrolled into view, because most visits
 * never show them, and they take the server longer than the rest of the page.
 */
export default function Suggestions({ viewerId }: { viewerId: string }) {
  const list = useInfiniteQuery(suggestionsQuery(viewerId), queryClient());
  return (
    <section className={styles.suggestions} aria-labelledby="suggested">
      <h2 id="suggested">{t('suggestion.title')}</h2>
      <People list={list} />
    </section>
  );
}
