import { useStore } from '@nanostores/react';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { formatNumber } from '#islands/ui/format/format-number.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { likeStackQuery } from '#lib/client/forum/likes.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { openView } from '#lib/client/stores/view.ts';
import { LIKE_STACK, type LikePage } from '#lib/contract/forum/likes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import styles from './LikeStack.module.css';

const AVATAR_PX = 32;

interface Props {
  viewerId: string;
  post: Post;
  /** as rendered by the server */
  initial: LikePage;
  /** when the server read them, milliseconds since 1970 */
  fetchedAt: number;
}

/** Says who likes a post, e.g. `Liked by Luz Ramos and 8 others`. */
function likedBy({ is_liked, likes: count }: Post, likes: Account[], viewerId: string): string {
  const other = likes.find(({ account_id }) => account_id !== viewerId);
  const who = is_liked || !other ? 'you' : 'other';
  const others = Math.max(count - 1, 0);
  return t('like.liked_by', { who, name: other?.name ?? '', others, shown: formatNumber(others) });
}

/** Up to 3 avatars of members who like a post, and their names; opens the list of all likes. */
export function LikeStack({ viewerId, post, initial, fetchedAt }: Props) {
  const { likes } = useServerQuery(likeStackQuery(post.post_id), initial, fetchedAt).data;
  const shown = useStore(openView, { ssr: 'initial' })?.view;
  if (post.likes === 0 || likes.length === 0)
    return <p className={styles.empty}>{t('like.none')}</p>;
  return (
    <button
      type="button"
      className={styles.stack}
      aria-haspopup="dialog"
      aria-expanded={shown?.kind === 'likes' && shown.post.post_id === post.post_id}
      onClick={({ currentTarget }) => void openDialog({ kind: 'likes', post }, currentTarget)}
    >
      <span className={styles.faces} aria-hidden="true">
        {likes.slice(0, LIKE_STACK).map(({ account_id, name, profile_picture }) => (
          <Avatar key={account_id} name={name} picture={profile_picture} size={AVATAR_PX} />
        ))}
        {post.likes > LIKE_STACK && <span className={styles.more}>+</span>}
      </span>
      {likedBy(post, likes, viewerId)}
      <span className="visually-hidden">{t('like.all')}</span>
    </button>
  );
}
