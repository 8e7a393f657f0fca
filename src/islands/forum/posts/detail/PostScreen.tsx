import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { LikeStack } from '#islands/forum/likes/LikeStack.tsx';
import { PostMenu } from '#islands/forum/posts/PostMenu.tsx';
import { usePostActions } from '#islands/forum/posts/use-post-actions.ts';
import { useWaitingPost } from '#islands/forum/use-waiting.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { LinkedText } from '#islands/ui/LinkedText.tsx';
import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { ListingFacts } from '#islands/ui/post/ListingFacts.tsx';
import { PostAuthor } from '#islands/ui/post/PostAuthor.tsx';
import { PostFooter } from '#islands/ui/post/PostFooter.tsx';
import { muteMutation, postQuery } from '#lib/client/forum/posts.ts';
import { isNotFound, offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { openView } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';
import { useNow } from '#lib/client/use-clock.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { LikePage } from '#lib/contract/forum/likes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { DELETED_POST_PATH, listingPath, PICKUPS_PATH } from '#lib/contract/paths.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import { Discussion } from './Discussion.tsx';

import styles from './PostScreen.module.css';

/** The menu entry that mutes or unmutes a post. */
function MuteButton({ post }: { post: Post }) {
  const { mutate, isPending } = useMutation(muteMutation, queryClient());
  return (
    <button type="button" className="entry" disabled={isPending} onClick={() => mutate(post)}>
      <Icon path={ICONS.bell} />
      {post.is_muted ? t('post.unmute') : t('post.mute')}
    </button>
  );
}

/**
 * Opens the photos of a post full screen. Shows a toast when the viewer cannot be loaded.
 * @param opener the link around the photo
 * @param index of the photo, from 0
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
 * Whether the comments are open, and how to go to them, as the hash `#comments` does.
 * @param hasTarget whether the page was opened for a comment, which is scrolled to once it has loaded
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
  /** the newest likes */
  likes: LikePage;
  /** when the server read them, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
  /** the comment that the page was opened for */
  targetId: string | null;
  /** the newest comments, shown until all are loaded */
  children?: ReactNode;
}

/** The current post. A deleted post leads to Explore; a failed refetch changes nothing. */
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

/** The images of a post. A tap opens the viewer. */
function Images({ post, deferImages }: Pick<Props, 'post' | 'deferImages'>) {
  const open = (index: number, opener: HTMLElement) =>
    void openPhotos(opener, index, t('photo.list', { title: post.title }));
  return (
    <div className={styles.images}>
      <DeferImages value={deferImages}>
        <Carousel
          images={post.attachments}
          alts={post.attachment_alts}
          title={post.title}
          onOpen={open}
          priority
        />
      </DeferImages>
    </div>
  );
}

const Received = ({
  viewer,
  post,
  likes,
  fetchedAt,
}: Omit<Props, 'deferImages' | 'targetId' | 'children'>) => (
  <div className={styles.received}>
    <LikeStack viewerId={viewer.account_id} post={post} initial={likes} fetchedAt={fetchedAt} />
  </div>
);

// Longer than two lines on any screen; shorter texts are measured.
const SURELY_LONG = 200;

/** Whether the text is cut after two lines; an estimate until it is measured. */
function useClamped(text: string) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isClamped, setIsClamped] = useState(text.length > SURELY_LONG);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const measure = () => {
      // An expanded text is never cut.
      if (!box.dataset['open']) setIsClamped(box.scrollHeight > box.clientHeight + 1);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { ref, isClamped };
}

/** The text of a post, clamped to two lines. */
function Description({ text }: { text: string }) {
  const { ref, isClamped } = useClamped(text);
  const [isOpen, setIsOpen] = useState(false);
  // Tab may focus a link in the hidden lines.
  const showFocused = ({ target }: FocusEvent<HTMLElement>) => {
    if (isClamped && target.matches(':focus-visible')) setIsOpen(true);
  };
  return (
    <div className={styles.description}>
      <LinkedText ref={ref} text={text} data-open={isOpen || undefined} onFocus={showFocused} />
      {isClamped && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('post.less') : t('post.more')}
        </button>
      )}
    </div>
  );
}

const choices = ({ repeat, status }: Listing) => {
  const all = [
    ['open', t('post.some_left')],
    ['gone', t('post.all_gone')],
  ] as const;
  // A repeated listing has an amount per round.
  return repeat && isActive(status) ? all.slice(1) : all;
};

interface PostListingProps {
  post: Post;
  listing: Listing;
}

/** The link from a listing to its pickups. */
const PickupsLink = () => (
  <a className="button quiet" href={PICKUPS_PATH}>
    {t('pickup.list')}
  </a>
);

const OwnerChoices = ({ post, listing }: PostListingProps) => (
  <>
    {choices(listing).map(([status, label]) => (
      <button
        key={status}
        type="button"
        className="button quiet"
        onClick={({ currentTarget }) =>
          void openDialog({ kind: 'listing', post, status }, currentTarget)
        }
      >
        {label}
      </button>
    ))}
    <PickupsLink />
  </>
);

/** The listing of a post: its owner updates the remaining amount, others request it. */
const PostListing = ({ post, listing }: PostListingProps) => (
  <>
    <ListingFacts listing={listing} />
    <div className={styles.choices}>
      {post.post_owner ? (
        <OwnerChoices post={post} listing={listing} />
      ) : isActive(listing.status) ? (
        <a className="button" href={`${listingPath(post.post_id)}#request`}>
          {t('pickup.request_title', { kind: listing.kind })}
        </a>
      ) : (
        <PickupsLink />
      )}
    </div>
  </>
);

interface ResponsesProps extends Omit<Props, 'deferImages'> {
  /** milliseconds since 1970 */
  now: number;
}

function Responses({ viewer, post, likes, fetchedAt, targetId, children, now }: ResponsesProps) {
  const actions = usePostActions(post);
  const { ref, isOpen, open, goTo } = useCommentsSection(targetId !== null);
  return (
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
      >
        {children}
      </Discussion>
    </>
  );
}

/** A post with its whole text, its images, likes and comments. */
export default function PostScreen(props: Props) {
  const { viewer, post: initial, fetchedAt, deferImages, ...rest } = props;
  const post = useWaitingPost(usePost(viewer.account_id, initial, fetchedAt));
  const now = useNow(fetchedAt);
  return (
    <article className={styles.post}>
      <PostAuthor post={post} now={now} menu={<Menu post={post} />} />
      <h1 dir="auto">{post.title}</h1>
      {post.attachments.length > 0 && <Images post={post} deferImages={deferImages} />}
      {post.listing && <PostListing post={post} listing={post.listing} />}
      <Description key={post.description} text={post.description} />
      {!post.is_pending && (
        <Responses {...rest} viewer={viewer} post={post} fetchedAt={fetchedAt} now={now} />
      )}
    </article>
  );
}
