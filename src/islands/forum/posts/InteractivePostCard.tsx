import { memo } from 'react';

import { useWaitingPost } from '#islands/forum/use-waiting.ts';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import type { Post } from '#lib/contract/forum/posts.ts';

import { PostMenu } from './PostMenu.tsx';
import { usePostActions } from './use-post-actions.ts';

interface Props {
  post: Post;
  /** milliseconds since 1970 */
  now: number;
  /** its image is the LCP element */
  priority?: boolean;
}

/** A post card with the actions of a member. */
export const InteractivePostCard = memo(({ post: sent, now, priority }: Props) => {
  const post = useWaitingPost(sent);
  return (
    <PostCard
      post={post}
      now={now}
      priority={priority}
      actions={usePostActions(post)}
      menu={<PostMenu post={post} />}
    />
  );
});
