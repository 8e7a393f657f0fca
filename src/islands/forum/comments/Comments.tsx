import { type FetchStatus, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ListError, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { MoreButton } from '#islands/forum/posts/MoreButton.tsx';
import { useWaiting } from '#islands/forum/use-waiting.ts';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { commentsQuery, newCommentsQuery } from '#lib/client/forum/comments.ts';
import { isServerError } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';
import type { Comment } from '#lib/contract/forum/comments.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import { CommentItem } from './CommentItem.tsx';

import styles from './Comments.module.css';

interface Props {
  post: Post;
  viewerId: string;
  /** milliseconds since 1970 */
  now: number;
  /** the comment that is being sent */
  sending: Comment | null;
  viewer: Account;
  /** the comment that the page was opened for */
  targetId: string | null;
}

/** The comments loaded so far, with new ones from other members. Loads earlier pages until the target is found. */
function useComments({ post: { post_id }, sending, targetId }: Props) {
  const client = queryClient();
  const list = useInfiniteQuery(commentsQuery(post_id), client);
  const { data: comments = [], hasNextPage, isFetching, error, fetchNextPage } = list;
  useQuery({ ...newCommentsQuery(client, post_id), enabled: list.isSuccess && !sending }, client);
  useEffect(() => {
    if (isServerError(error)) toastError(error);
  }, [error]);
  const isMissing = targetId && !comments.some(({ comment_id }) => comment_id === targetId);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, error, fetchNextPage]);
  return { list, comments };
}

function Loading({ fetchStatus }: { fetchStatus: FetchStatus }) {
  if (fetchStatus === 'paused') return <ListPaused items="comments" />;
  return (
    <output aria-label={t('comment.loading')}>
      <Spinner />
    </output>
  );
}

/** The error shows in a toast first, if the server sent a message. */
const LoadError = ({ list }: Pick<ReturnType<typeof useComments>, 'list'>) => (
  <ListError
    error={list.error}
    onRetry={() => void list.refetch()}
    isToasted={isServerError(list.error)}
  />
);

interface NewestStatusProps {
  newest: Comment | undefined;
  viewerId: string;
}

/** Announces to screen readers the comments that others add while the list is open. */
function NewestStatus({ newest, viewerId }: NewestStatusProps) {
  const [initial = ''] = useState(newest?.comment_id);
  // Ids are in order of time: if the newest comment was deleted, the one before it is not new.
  const isNew = newest && newest.comment_id > initial && newest.account.account_id !== viewerId;
  return (
    <output className="visually-hidden">
      {isNew && t('comment.new', { name: newest.account.name, text: newest.content })}
    </output>
  );
}

/**
 * Keeps the comment being sent in view, even while the list above it loads.
 * @param count the number of comments in the list
 * @returns a ref for the list
 */
function useScrollToSent(isSending: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const hasSent = useRef(false);
  useEffect(() => {
    hasSent.current ||= isSending;
    if (!hasSent.current) return;
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    hasSent.current = isSending || count === 0;
  }, [isSending, count]);
  return list;
}

const isSame = (a: Comment, b: Comment): boolean =>
  a.account.account_id === b.account.account_id && a.content === b.content;

/** Whether the list already has the comment being sent; a poll may return it before the request ends. */
const isListed = (comments: Comment[], sending: Comment): boolean => {
  const newest = comments.at(-1);
  return newest !== undefined && isSame(newest, sending);
};

/**
 * The comments on a post that wait in the outbox, except those that the server already has.
 * @param listed the comments from the server
 */
function useWaitingComments(account: Account, postId: string, listed: Comment[]): Comment[] {
  return useWaiting(({ id, action, savedAt, mayHaveArrived }) => {
    if (action.kind !== 'comment' || action.postId !== postId) return undefined;
    const { content } = action;
    const created_at = new Date(savedAt).toISOString();
    const waiting = { comment_id: String(id), content, created_at, edited_at: null, account };
    return mayHaveArrived && listed.some((each) => isSame(each, waiting)) ? undefined : waiting;
  });
}

/** The comments of a post, oldest first. */
export function Comments(props: Props) {
  const { post, sending, viewer, targetId, ...shared } = props;
  const { list, comments } = useComments(props);
  const waiting = useWaitingComments(viewer, post.post_id, comments);
  const ref = useScrollToSent(sending !== null, comments.length);
  const rowProps = { ...shared, postId: post.post_id, authorId: post.account.account_id };
  return (
    <div className={styles.comments}>
      {list.hasNextPage && !list.isError && (
        <MoreButton isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('comment.more')}
        </MoreButton>
      )}
      {list.isPending && <Loading fetchStatus={list.fetchStatus} />}
      {list.isError && <LoadError list={list} />}
      <ul ref={ref}>
        {comments.map((each) => (
          <CommentItem
            key={each.comment_id}
            comment={each}
            isTarget={each.comment_id === targetId}
            {...rowProps}
          />
        ))}
        {waiting.map((each) => (
          <CommentItem key={each.comment_id} comment={each} status="waiting" {...rowProps} />
        ))}
        {sending && !isListed(comments, sending) && (
          <CommentItem comment={sending} status="sending" {...rowProps} />
        )}
      </ul>
      {list.data && <NewestStatus newest={comments.at(-1)} viewerId={viewer.account_id} />}
      {list.data && comments.length + waiting.length === 0 && !sending && (
        <p className={styles.empty}>{t('comment.none')}</p>
      )}
    </div>
  );
}
