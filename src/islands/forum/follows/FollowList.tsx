import { ListEnd } from '#islands/forum/posts/ListEnd.tsx';
import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { PersonRow } from '#islands/ui/member/MemberRow.tsx';
import { type FollowPage, followsQuery, peopleOf, type Side } from '#lib/client/follows.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { usePaged } from '#lib/client/query/use-paged-query.ts';
import { memberPath } from '#lib/contract/paths.ts';

import { PersonSkeleton } from './MemberSkeleton.tsx';

import styles from './Follows.module.css';

const NONE = {
  followers: {
    title: 'No followers found',
    hint: 'Members follow who posts. Say what your harvest leaves behind, or what you are looking for.',
  },
  following: {
    title: 'No one is following you',
    hint: 'And you follow nobody yet. Open a member’s profile and press Follow to hear of what they post.',
  },
};

function Nobody({ side }: { side: Side }) {
  const { title, hint } = NONE[side];
  return (
    <EmptyState icon="people" title={title}>
      <p>{hint}</p>
      <a className="button" href="/forums/explore">
        <Icon name="compass" />
        Explore
      </a>
    </EmptyState>
  );
}

interface Props {
  side: Side;
  viewerId: string;
  /** what the server drew */
  drawn: FollowPage;
}

/** The members of either list, growing as it is scrolled; each leads to their profile (spec 2). */
export function PeopleList({ side, viewerId, drawn }: Props) {
  const list = usePaged(followsQuery(side, viewerId), startPages(drawn));
  const people = peopleOf(list.data);
  if (people.length === 0 && !list.hasNextPage) return <Nobody side={side} />;
  return (
    <div className={styles.people}>
      <ul>
        {people.map(({ account_id, name, profile_picture, account_type }) => (
          <PersonRow
            key={account_id}
            name={name}
            picture={profile_picture}
            href={memberPath(account_id)}
            detail={account_type}
            end={<Icon name="right" />}
          />
        ))}
      </ul>
      <ListEnd list={list} shown={people.length} things="members" skeleton={<PersonSkeleton />} />
    </div>
  );
}
