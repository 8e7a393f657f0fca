import { memo } from 'react';

import { PostCard } from '#islands/ui/post/PostCard.tsx';
import type { Post } from '#lib/contract/posts.ts';

import { PostMenu } from './PostMenu.tsx';
import { useHands } from './use-post-actions.ts';

interface Props {
  post: Post;
  /** milliseconds since 1970 */
  now: number;
  /** its picture is the first one seen */
  first?: boolean;
}

/** A post in a member's list: it can be liked, shared, and changed or reported. */
export const MemberCard = memo(({ post, now, first }: Props) => (
  <PostCard
    post={post}
    now={now}
    first={first}
    hands={useHands(post)}
    menu={<PostMenu post={post} />}
  />
));
