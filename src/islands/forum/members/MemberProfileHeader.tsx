import { useMutation, useQuery } from '@tanstack/react-query';

import { formatNumber } from '#islands/ui/format/format-number.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { followMutation } from '#lib/client/follows.ts';
import { forumProfileQuery } from '#lib/client/members.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

import styles from './MemberProfile.module.css';

const AVATAR_PX = 96;

const Count = ({ count, label }: { count: number; label: string }) => (
  <li>
    <b>{formatNumber(count)}</b> {label}
  </li>
);

/** A member's picture, name and counts, and the follow button. */
export function MemberProfileHeader({
  viewerId,
  initial,
}: {
  viewerId: string;
  initial: ForumProfile;
}) {
  const { data } = useQuery(forumProfileQuery(viewerId, initial.account_id));
  const profile = (useHydrated() && data) || initial;
  const { mutate, isPending } = useMutation(followMutation(viewerId));
  const { name, profile_picture, account_type, followers, following, post_count } = profile;
  return (
    <header className={styles.profile}>
      <Avatar name={name} picture={profile_picture} size={AVATAR_PX} />
      <div className={styles.text}>
        <h1>{name}</h1>
        <p>{account_type}</p>
      </div>
      <ul className={styles.counts}>
        <Count count={followers} label={followers === 1 ? 'Follower' : 'Followers'} />
        <Count count={following} label="Following" />
        <Count count={post_count} label="Post Available" />
      </ul>
      <button
        type="button"
        className={profile.followed ? 'button quiet' : 'button'}
        aria-disabled={isPending}
        onClick={() => isPending || mutate(profile)}
      >
        <Icon name={profile.followed ? 'check' : 'plus'} />
        {profile.followed ? 'Unfollow' : 'Follow'}
      </button>
    </header>
  );
}
