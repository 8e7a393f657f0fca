import { lazy, type ReactNode, type Ref, Suspense, useEffect } from 'react';

import { CommentForm } from '#islands/forum/comments/CommentForm.tsx';
import { useComment } from '#islands/forum/comments/use-comment.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { commentsQuery } from '#lib/client/forum/comments.ts';
import { onFirstInteraction } from '#lib/client/page/on-first-interaction.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Discussion.module.css';

const loadComments = () => import('#islands/forum/comments/Comments.tsx');

/** Shown when the code of the comments cannot be loaded. The rest of the page keeps its state. */
const NotLoaded = () => (
  <p className={styles.failure} role="alert">
    {t('comment.not_loaded')}
  </p>
);

const Comments = lazy(() =>
  loadComments().then(
    (module) => ({ default: module.Comments }),
    () => ({ default: NotLoaded }),
  ),
);

function ViewButton({ postId, onOpen }: { postId: string; onOpen: () => void }) {
  // Prefetches on pointerdown.
  const fetchAhead = () => void queryClient().prefetchInfiniteQuery(commentsQuery(postId));
  return (
    <button
      type="button"
      className={`button quiet ${styles.view}`}
      onPointerDown={fetchAhead}
      onClick={onOpen}
    >
      <Icon path={ICONS.comment} />
      {t('comment.view')}
    </button>
  );
}

interface Props {
  post: Post;
  viewer: Account;
  /** milliseconds since 1970 */
  now: number;
  /** whether the comments are shown */
  isOpen: boolean;
  /** the comment that the page was opened for */
  targetId: string | null;
  onOpen: () => void;
  ref: Ref<HTMLElement>;
  /** the newest comments, shown until all are loaded */
  children?: ReactNode;
}

/** The comments of a post and the form to add one. Earlier comments load on demand. */
export function Discussion(props: Props) {
  const { post, viewer, now, isOpen, targetId, onOpen, ref, children } = props;
  const comment = useComment(viewer, post, onOpen);
  useEffect(() => onFirstInteraction(() => void loadComments().catch(() => null)), []);
  return (
    <section
      ref={ref}
      id="comments"
      className={styles.discussion}
      tabIndex={-1}
      aria-labelledby="comments-title"
    >
      <h2 id="comments-title">{t('comment.title')}</h2>
      {isOpen ? (
        <Suspense>
          <Comments
            post={post}
            viewerId={viewer.account_id}
            now={now}
            sending={comment.sending}
            viewer={viewer}
            targetId={targetId}
          />
        </Suspense>
      ) : (
        <>
          <ViewButton postId={post.post_id} onOpen={onOpen} />
          {children}
        </>
      )}
      <CommentForm viewer={viewer} comment={comment} />
    </section>
  );
}
