import { ListEnd } from '#islands/forum/posts/ListEnd.tsx';
import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { MemberRow } from '#islands/ui/member/MemberRow.tsx';
import { type FollowDirection, type FollowPage, followsQuery } from '#lib/client/forum/follows.ts';
import { useServerPages } from '#lib/client/query/use-server-query.ts';
import { memberPath } from '#lib/contract/paths.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Follows.module.css';

function EmptyFollowList({ direction }: { direction: FollowDirection }) {
  const isFollowers = direction === 'followers';
  return (
    <EmptyState
      icon={ICONS.people}
      title={isFollowers ? t('follow.no_followers') : t('follow.no_following')}
    >
      <p>{isFollowers ? t('follow.no_followers_hint') : t('follow.no_following_hint')}</p>
      <a className="button" href="/forums/explore">
        <Icon path={ICONS.compass} />
        {t('nav.explore')}
      </a>
    </EmptyState>
  );
}

interface Props {
  direction: FollowDirection;
  viewerId: string;
  /** the first page */
  page: FollowPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

const MemberSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    <i />
    <i />
  </div>
);

/** Infinite list of a member’s followers, or of the members they follow. */
export default function Follows({ direction, viewerId, page, fetchedAt }: Props) {
  const list = useServerPages(followsQuery(direction, viewerId), page, fetchedAt);
  const members = list.data;
  if (members.length === 0 && !list.hasNextPage) return <EmptyFollowList direction={direction} />;
  return (
    <div className={styles.people}>
      <ul>
        {members.map(({ account_id, name, profile_picture, account_type }) => (
          <MemberRow
            key={account_id}
            id={account_id}
            name={name}
            picture={profile_picture}
            href={memberPath(account_id)}
            subtitle={roleLabel(account_type)}
            trailing={<Icon path={ICONS.right} />}
          />
        ))}
      </ul>
      <ListEnd list={list} count={members.length} items="members" skeleton={<MemberSkeleton />} />
    </div>
  );
}
