import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';

import { LikeStack } from '#islands/forum/likes/LikeStack.tsx';
import { openView } from '#islands/forum/modals/lazy-modal.ts';
import { PostMenu } from '#islands/forum/posts/PostMenu.tsx';
import { useNow } from '#islands/forum/posts/use-now.ts';
import { useHands } from '#islands/forum/posts/use-post-actions.ts';
import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { Held } from '#islands/ui/media/deferred-image.ts';
import { PostAuthor } from '#islands/ui/post/PostAuthor.tsx';
import { PostActs } from '#islands/ui/post/PostFooter.tsx';
import { isNotFound } from '#lib/client/http/api-error.ts';
import { postQuery } from '#lib/client/posts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { LikePage } from '#lib/contract/likes.ts';
import type { Account } from '#lib/contract/members.ts';
import type { Post } from '#lib/contract/posts.ts';

import { Description } from './Description.tsx';
import { Discussion } from './Discussion.tsx';
import { useDiscussion } from './use-discussion.ts';

import styles from './PostDetail.module.css';

interface Props {
  viewer: Account;
  /** as the server drew it */
  drawn: Post;
  likes: LikePage;
  /** milliseconds since 1970 */
  at: number;
}

/** The post as it stands; when it is no more, Explore follows (spec 2). What only did not come anew stays. */
function usePost(viewerId: string, drawn: Post): Post {
  const { data, error } = useQuery(postQuery(viewerId, drawn.post_id));
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) location.replace('/forums/explore');
  }, [isGone]);
  return (useHydrated() && data) || drawn;
}

/** A post with its whole text, its pictures, who likes it, and what is said about it (spec 2). */
export function PostDetail({ viewer, drawn, likes, at }: Props) {
  const post = usePost(viewer.account_id, drawn);
  const now = useNow(at);
  const hands = useHands(post);
  const held = useContext(Held);
  const { ref, isOpen, open, goTo } = useDiscussion();
  const showPicture = (place: number, opener: HTMLElement) =>
    void openView({ kind: 'pictures', post, at: place, held }, opener);
  return (
    <article className={styles.post}>
      <PostAuthor post={post} now={now} menu={<PostMenu post={post} />} />
      <h1>{post.title}</h1>
      <Description key={post.description} text={post.description} />
      {post.attachments.length > 0 && (
        <Carousel pictures={post.attachments} title={post.title} onOpen={showPicture} first />
      )}
      <div className={styles.received}>
        <LikeStack post={post} drawn={likes} />
      </div>
      <PostActs post={post} hands={{ ...hands, onComments: goTo }} />
      <Discussion ref={ref} post={post} viewer={viewer} now={now} isOpen={isOpen} onOpen={open} />
    </article>
  );
}
