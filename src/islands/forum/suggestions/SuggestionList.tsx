import { MoreButton } from '#islands/forum/posts/MoreButton.tsx';
import { grouped } from '#islands/ui/format/format-number.ts';
import { PersonRow } from '#islands/ui/member/MemberRow.tsx';
import { messageOf } from '#lib/client/http/api-error.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { type PagedList, usePaged } from '#lib/client/query/use-paged-query.ts';
import { suggestedOf, suggestionsQuery } from '#lib/client/suggestions.ts';
import { memberPath } from '#lib/contract/paths.ts';
import type { Suggestion, SuggestionPage } from '#lib/contract/suggestions.ts';

import styles from './Suggestions.module.css';

const About = ({ account_type, followers_count: n }: Suggestion) => (
  <>
    {account_type}
    <br />
    {grouped(n)} follower{n === 1 ? '' : 's'}
  </>
);

function More({ list }: { list: Omit<PagedList<unknown>, 'data'> }) {
  if (!list.hasNextPage) return <p className={styles.end}>Nothing to show...</p>;
  const waits = list.fetchStatus === 'fetching';
  return (
    <>
      {list.isFetchNextPageError && !waits && <p role="alert">{messageOf(list.error)}</p>}
      <MoreButton waits={waits} onPress={() => void list.fetchNextPage()}>
        Show More
      </MoreButton>
    </>
  );
}

/** The suggestions as they stand, 3 more at a time. */
export function SuggestionList({ viewerId, drawn }: { viewerId: string; drawn: SuggestionPage }) {
  const list = usePaged(suggestionsQuery(viewerId), startPages(drawn));
  const people = suggestedOf(list.data);
  return (
    <section className={styles.suggestions} aria-labelledby="suggested">
      <h2 id="suggested">Suggested Followers</h2>
      {people.length === 0 && !list.hasNextPage ? (
        <p className={styles.end}>No Suggestions</p>
      ) : (
        <>
          <ul>
            {people.map((person) => (
              <PersonRow
                key={person.account_id}
                name={person.name}
                picture={person.profile_picture}
                href={memberPath(person.account_id)}
                detail={<About {...person} />}
              />
            ))}
          </ul>
          <More list={list} />
        </>
      )}
    </section>
  );
}
