import { useWaiting } from '#islands/forum/use-waiting.ts';
import type { Post } from '#lib/contract/posts.ts';

/** A post as it is once a like that waits, or its removal, is sent. */
export function useWaitingLike(post: Post): Post {
  const isLiked = useWaiting(({ action }) =>
    action.kind === 'like' && action.postId === post.post_id ? action.isLiked : undefined,
  ).at(-1);
  if (isLiked === undefined || isLiked === post.is_liked) return post;
  return { ...post, is_liked: isLiked, likes: post.likes + (isLiked ? 1 : -1) };
}
