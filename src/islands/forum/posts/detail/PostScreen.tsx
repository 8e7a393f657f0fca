import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { LikeStack } from '#islands/forum/likes/LikeStack.tsx';
import { PostMenu } from '#islands/forum/posts/PostMenu.tsx';
import { usePostActions } from '#islands/forum/posts/use-post-actions.ts';
import { useWaitingLike } from '#islands/forum/use-waiting.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { PostAuthor } from '#islands/ui/post/PostAuthor.tsx';
import { PostFooter } from '#islands/ui/post/PostFooter.tsx';
import { muteMutation } from '#lib/client/forum/mutes.ts';
import { postQuery } from '#lib/client/forum/posts.ts';
import { isNotFound, offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { openView } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';
import { useNow } from '#lib/client/use-clock.ts';
import type { LikePage } from '#lib/contract/forum/likes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { DELETED_POST_PATH } from '#lib/contract/paths.ts';
import type { Account } from '#lib/contract/people/members.ts';

import { Description } from './Description.tsx';
import { Discussion } from './Discussion.tsx';
import { PostListing } from './PostListing.tsx';

import styles from './PostScreen.module.css';

/** The menu entry that mutes a post or takes the mute back. */
function MuteButton({ post }: { post: Post }) {
  const { mutate, isPending } = useMutation(muteMutation, queryClient());
  return (
    <button type="button" className="entry" disabled={isPending} onClick={() => mutate(post)}>
      <Icon path={ICONS.bell} />
      {post.is_muted ? 'Turn on notifications' : 'Turn off notifications'}
    </button>
  );
}

/**
 * Opens the photos of a post over the whole screen. Shows a toast when the viewer cannot be loaded.
 * @param opener the link around one of them
 * @param index its place, from 0
 */
async function openPhotos(opener: HTMLElement, index: number, label: string): Promise<void> {
  try {
    const viewer = await import('#islands/ui/image-viewer/image-viewer.ts');
    const images = opener.closest('ul')?.querySelectorAll<HTMLImageElement>('a > img') ?? [];
    if (openView.get()) return;
    openView.set({ view: { kind: 'photos', label }, opener });
    viewer.openImageViewer([...images], index, label, () => openView.set(null));
  } catch (error) {
    if (!(await offerReload())) toastError(offlineError(error));
  }
}

const HASH = '#comments';

/**
 * Whether the comments are open, and how to go to them; the hash `#comments` goes there too.
 * @param hasTarget whether the page was opened for one of them, which is scrolled to when it is loaded
 */
function useCommentsSection(hasTarget: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  const goTo = useCallback(() => {
    flushSync(open);
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    if (hasTarget) queueMicrotask(open);
    else if (location.hash === HASH) queueMicrotask(goTo);
  }, [hasTarget, open, goTo]);
  return { ref, isOpen, open, goTo };
}

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
