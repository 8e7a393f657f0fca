import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { likeStackQuery } from '#lib/client/likes.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { LIKE_STACK, type LikePage } from '#lib/contract/likes.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from './LikeStack.module.css';

const AVATAR_PX = 32;

interface Props {
  post: Post;
  /** as the server rendered them */
  initial: LikePage;
  /** when it read them, milliseconds since 1970 */
  fetchedAt: number;
}

/** Up to 3 avatars of members who like a post, then a plus; opens all likes. */
export function LikeStack({ post, initial, fetchedAt }: Props) {
  const { likes } = useServerQuery(likeStackQuery(post.post_id), initial, fetchedAt).data;
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
