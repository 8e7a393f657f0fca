import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { ListError, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { MoreButton } from '#islands/forum/posts/MoreButton.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { commentsQuery } from '#lib/client/comments.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';
import type { Comment } from '#lib/contract/comments.ts';

import { CommentItem } from './CommentItem.tsx';

import styles from './Comments.module.css';

interface Props {
  postId: string;
  viewerId: string;
  /** milliseconds since 1970 */
  now: number;
  /** the comment that is being sent */
  sending: Comment | null;
}

/** The comments of a post, newest first. */
export function Comments({ postId, viewerId, now, sending }: Props) {
  const list = useInfiniteQuery(commentsQuery(postId), queryClient());
  useEffect(() => {
    if (list.error) toastError(list.error);
  }, [list.error]);
  const comments = list.data ?? [];
  return (
    <div className={styles.comments}>
      <ul>
        {sending && <CommentItem comment={sending} now={now} viewerId={viewerId} isSending />}
        {comments.map((each) => (
          <CommentItem key={each.comment_id} comment={each} now={now} viewerId={viewerId} />
        ))}
      </ul>
      {list.isPending && list.fetchStatus === 'fetching' && (
        <output aria-label="Loading comments">
          <Spinner />
        </output>
      )}
      {list.isPending && list.fetchStatus === 'paused' && <ListPaused items="Comments" />}
      {list.isError && <ListError error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && comments.length === 0 && !sending && (
        <p className={styles.empty}>Nobody has commented yet. Yours can be the first.</p>
      )}
      {list.hasNextPage && !list.isError && (
        <MoreButton isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          View More
        </MoreButton>
      )}
    </div>
  );
}
