import type { Comment } from '#lib/contract/forum/comments.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

import { CommentItem } from './CommentItem.tsx';

import styles from './Comments.module.css';

interface Props {
  post: Post;
  /** the newest first */
  comments: Comment[];
  viewerId: string;
  /** milliseconds since 1970 */
  now: number;
}

/** The newest comments of a post, in order of time: plain markup until the whole list loads. */
export const NewestComments = ({ post, comments, viewerId, now }: Props) => (
  <ul className={styles.newest}>
    {comments.toReversed().map((comment) => (
      <CommentItem
        key={comment.comment_id}
        comment={comment}
        now={now}
        viewerId={viewerId}
        postId={post.post_id}
        authorId={post.account.account_id}
      />
    ))}
  </ul>
);
