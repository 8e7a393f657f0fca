import { useEffect } from 'react';

import { LikeStack } from '#islands/forum/likes/LikeStack.tsx';
import { PostMenu } from '#islands/forum/posts/PostMenu.tsx';
import { usePostActions } from '#islands/forum/posts/use-post-actions.ts';
import { useWaitingLike } from '#islands/forum/use-waiting.ts';
import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { PostAuthor } from '#islands/ui/post/PostAuthor.tsx';
import { PostFooter } from '#islands/ui/post/PostFooter.tsx';
import { isNotFound } from '#lib/client/http/api-error.ts';
import { postQuery } from '#lib/client/posts.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { useNow } from '#lib/client/use-clock.ts';
import type { LikePage } from '#lib/contract/likes.ts';
import type { Account } from '#lib/contract/members.ts';
import { DELETED_POST_PATH } from '#lib/contract/paths.ts';
import type { Post } from '#lib/contract/posts.ts';

import { Description } from './Description.tsx';
import { Discussion } from './Discussion.tsx';
import { MuteButton } from './MuteButton.tsx';
import { openPhotos } from './open-photos.ts';
import { PostListing } from './PostListing.tsx';
import { useCommentsSection } from './use-comments-section.ts';

import styles from './PostScreen.module.css';

interface Props {
  viewer: Account;
  post: Post;
  /** the newest few */
  likes: LikePage;
  /** when the server read them, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
  /** the comment that the page was opened for */
  targetId: string | null;
}

/** The current post; a deleted one leads to Explore. A failed refetch changes nothing. */
function usePost(viewerId: string, initial: Post, fetchedAt: number): Post {
  const { data, error } = useServerQuery(postQuery(viewerId, initial.post_id), initial, fetchedAt);
  const isNotFoundError = isNotFound(error);
  useEffect(() => {
    if (isNotFoundError) location.replace(DELETED_POST_PATH);
  }, [isNotFoundError]);
  return data;
}

const Menu = ({ post }: { post: Post }) => (
  <PostMenu post={post}>{!post.is_pending && <MuteButton post={post} />}</PostMenu>
);

/** The images of a post; one that is tapped opens the viewer. */
function Images({ post, deferImages }: Pick<Props, 'post' | 'deferImages'>) {
  const open = (index: number, opener: HTMLElement) =>
    void openPhotos(opener, index, `Photos: ${post.title}`);
  return (
    <DeferImages value={deferImages}>
      <Carousel
        images={post.attachments}
        alts={post.attachment_alts}
        title={post.title}
        onOpen={open}
        priority
      />
    </DeferImages>
  );
}

const Received = ({ viewer, post, likes, fetchedAt }: Omit<Props, 'deferImages' | 'targetId'>) => (
  <div className={styles.received}>
    <LikeStack viewerId={viewer.account_id} post={post} initial={likes} fetchedAt={fetchedAt} />
  </div>
);

/** A post with its whole text, its images, likes and comments. */
export default function PostScreen({
  viewer,
  post: initial,
  likes,
  fetchedAt,
  deferImages,
  targetId,
}: Props) {
  const post = useWaitingLike(usePost(viewer.account_id, initial, fetchedAt));
  const now = useNow(fetchedAt);
  const actions = usePostActions(post);
  const { ref, isOpen, open, goTo } = useCommentsSection(targetId !== null);
  return (
    <article className={styles.post}>
      <PostAuthor post={post} now={now} menu={<Menu post={post} />} />
      <h1 dir="auto">{post.title}</h1>
      {post.listing && <PostListing post={post} listing={post.listing} />}
      <Description key={post.description} text={post.description} />
      {post.attachments.length > 0 && <Images post={post} deferImages={deferImages} />}
      {!post.is_pending && (
        <>
          <Received viewer={viewer} post={post} likes={likes} fetchedAt={fetchedAt} />
          <PostFooter post={post} actions={{ ...actions, onComments: goTo }} />
          <Discussion
            ref={ref}
            post={post}
            viewer={viewer}
            now={now}
            isOpen={isOpen}
            targetId={targetId}
            onOpen={open}
          />
        </>
      )}
    </article>
  );
}
