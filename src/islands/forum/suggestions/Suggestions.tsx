import { MoreButton } from '#islands/forum/posts/MoreButton.tsx';
import { formatNumber } from '#islands/ui/format/format-number.ts';
import { MemberRow } from '#islands/ui/member/MemberRow.tsx';
import { suggestionsQuery } from '#lib/client/forum/suggestions.ts';
import { errorMessage } from '#lib/client/http/api-error.ts';
import { type PagedList, useServerPages } from '#lib/client/query/use-server-query.ts';
import type { Suggestion, SuggestionPage } from '#lib/contract/forum/suggestions.ts';
import { memberPath } from '#lib/contract/paths.ts';

import styles from './Suggestions.module.css';

const Subtitle = ({ account_type, followers_count: n }: Suggestion) => (
  <>
    {account_type}
    <br />
    {formatNumber(n)} follower{n === 1 ? '' : 's'}
  </>
);

function ShowMore({ list }: { list: Omit<PagedList<unknown>, 'data'> }) {
  if (!list.hasNextPage) return <p className={styles.end}>Nothing to show...</p>;
  const isBusy = list.fetchStatus === 'fetching';
  return (
    <>
      {list.isFetchNextPageError && !isBusy && <p role="alert">{errorMessage(list.error)}</p>}
      <MoreButton isBusy={isBusy} onClick={() => void list.fetchNextPage()}>
        Show More
      </MoreButton>
    </>
  );
}

interface Props {
  viewerId: string;
  /** the first page */
  page: SuggestionPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

/** Members the viewer may like to follow, 3 more at a time. */
export default function Suggestions({ viewerId, page, fetchedAt }: Props) {
  const list = useServerPages(suggestionsQuery(viewerId), page, fetchedAt);
  const people = list.data;
  return (
    <section className={styles.suggestions} aria-labelledby="suggested">
      <h2 id="suggested">Suggested Followers</h2>
      {people.length === 0 && !list.hasNextPage ? (
        <p className={styles.end}>No Suggestions</p>
      ) : (
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
      )}
    </section>
  );
}
