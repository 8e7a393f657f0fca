import { useQuery } from '@tanstack/react-query';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { likeStackQuery } from '#lib/client/likes.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { LIKE_STACK, type LikePage } from '#lib/contract/likes.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from './LikeStack.module.css';

const AVATAR_PX = 32;

interface Props {
  post: Post;
  /** as the server rendered them */
  initial: LikePage;
}

/** Up to 3 avatars of members who like a post, then a plus; opens all likes. */
export function LikeStack({ post, initial }: Props) {
  const { data } = useQuery(likeStackQuery(post.post_id));
  const { likes } = useHydrated() && data ? data : initial;
  if (post.likes === 0 || likes.length === 0) return <p className={styles.empty}>No Likes</p>;
  return (
    <button
      type="button"
      className={styles.stack}
      aria-label="All Likes"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => void openDialog({ kind: 'likes', post }, currentTarget)}
    >
      {likes.slice(0, LIKE_STACK).map(({ name, profile_picture }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a like has no id, and two may share a name
        <Avatar key={i} name={name} picture={profile_picture} size={AVATAR_PX} />
      ))}
      {post.likes > LIKE_STACK && <span className={styles.more}>+</span>}
    </button>
  );
}
