import { useMutation } from '@tanstack/react-query';

import { useWaitingFollow } from '#islands/forum/use-waiting.ts';
import { formatNumber } from '#islands/ui/format/format-number.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { followMutation } from '#lib/client/forum/follows.ts';
import { forumProfileQuery } from '#lib/client/people/members.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import styles from './MemberProfile.module.css';

const AVATAR_PX = 96;

const Count = ({ count, label }: { count: number; label: string }) => (
  <li>
    <b>{formatNumber(count)}</b> {label}
  </li>
);

interface Props {
  viewerId: string;
  /** as rendered by the server */
  profile: ForumProfile;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

export default function MemberProfile({ viewerId, profile: initial, fetchedAt }: Props) {
  const query = forumProfileQuery(viewerId, initial.account_id);
  const profile = useWaitingFollow(useServerQuery(query, initial, fetchedAt).data);
  const { mutate, isPending } = useMutation(followMutation, queryClient());
  const { name, profile_picture, account_type, followers, following, post_count } = profile;
  return (
    <header className={styles.profile}>
      <Avatar name={name} picture={profile_picture} size={AVATAR_PX} />
      <div className={styles.text}>
        <h1>{name}</h1>
        <p>{roleLabel(account_type)}</p>
      </div>
      <ul className={styles.counts}>
        <Count count={followers} label={t('member.followers', { count: followers })} />
        <Count count={following} label={t('member.following')} />
        <Count count={post_count} label={t('member.posts')} />
      </ul>
      <button
        type="button"
        className={profile.followed ? 'button quiet' : 'button'}
        aria-disabled={isPending}
        onClick={() => isPending || mutate(profile)}
      >
        {!profile.followed && <Icon path={ICONS.plus} />}
        {profile.followed ? t('follow.unfollow') : t('follow.follow')}
      </button>
    </header>
  );
}
