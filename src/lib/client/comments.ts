import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

import {
  COMMENTS_PAGE,
  COMMENTS_POLL_MS,
  type Comment,
  type CommentPage,
} from '#lib/contract/comments.ts';
import type { Post } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { sendOrQueue } from './outbox/send-or-queue.ts';
import { evictIfNotFound, invalidatePost, updateCachedPost } from './post-cache.ts';
import { pagedQuery, updatePages } from './query/paged-query.ts';

const commentBody = hasKeys<Comment>('comment_id', 'content', 'created_at', 'account');
const pageBody = hasKeys<CommentPage>('comments', 'next_cursor');
const commentsPath = (postId: string) => `web/forum/posts/${postId}/comments`;
const idOf = ({ comment_id }: Comment) => comment_id;

/** The comments of a post, oldest first. The newest page is loaded first. */
export const commentsQuery = (postId: string) =>
  pagedQuery({
    queryKey: ['comments', postId],
    path: commentsPath(postId),
    limit: COMMENTS_PAGE,
    keys: ['comments', 'next_cursor'],
    getNextCursor: ({ next_cursor }: CommentPage) => next_cursor,
    getItems: ({ comments }) => comments,
    getId: idOf,
    isStored: true,
    reversed: true,
  });

// Ids are in the order of time: what others wrote before one's own comment may be read after it.
const newestFirst = (one: Comment, other: Comment) => (one.comment_id < other.comment_id ? 1 : -1);

const addToFirstPage = (client: QueryClient, postId: string, comments: Comment[]): void =>
  updatePages<CommentPage>(client, commentsQuery(postId).queryKey, (page, i) =>
    i === 0 ? { ...page, comments: [...comments, ...page.comments].toSorted(newestFirst) } : page,
  );

/** Adds comments that the cached pages do not have yet. */
function addNewest(client: QueryClient, postId: string, { comments }: CommentPage): void {
  const { queryKey } = commentsQuery(postId);
  const cached = client.getQueryData(queryKey)?.pages.flatMap((page) => page.comments.map(idOf));
  const added = comments.filter((comment) => !cached?.includes(idOf(comment)));
  if (added.length === 0) return;
  // There may be more between them and the cached ones.
  if (added.length === COMMENTS_PAGE) void client.invalidateQueries({ queryKey, exact: true });
  else addToFirstPage(client, postId, added);
  invalidatePost(client, postId);
}

/** Looks for comments that others add to an open discussion. */
export const newCommentsQuery = (client: QueryClient, postId: string) =>
  queryOptions({
    queryKey: ['comments', postId, 'new'],
    queryFn: async ({ signal }) => {
      const page = await requestData(commentsPath(postId), pageBody, { signal });
      addNewest(client, postId, page);
      return null;
    },
    initialData: null,
    staleTime: COMMENTS_POLL_MS,
    refetchInterval: COMMENTS_POLL_MS,
    retry: false,
  });

async function addToCache(client: QueryClient, postId: string, comment: Comment): Promise<void> {
  const { queryKey } = commentsQuery(postId);
  // A fetch under way may not have seen the comment.
  await client.cancelQueries({ queryKey });
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  addToFirstPage(client, postId, [comment]);
}

/** A comment to send. */
export interface NewComment {
  content: string;
  /** sent again with the same key it is still one comment */
  idempotencyKey: string;
  /** the title of its post */
  subject: string;
}

const addToCount = (by: 1 | -1) => (post: Post) => ({ ...post, comments: post.comments + by });

/** Sends a comment. */
export const requestComment = (
  postId: string,
  { content, idempotencyKey }: Omit<NewComment, 'subject'>,
): Promise<Comment> =>
  requestData(commentsPath(postId), commentBody, {
    method: 'post',
    headers: { 'idempotency-key': idempotencyKey },
    json: { post_id: postId, comment: content },
  });

/** Shows a comment that was sent later. */
export async function cacheComment(
  client: QueryClient,
  postId: string,
  comment: Comment,
): Promise<void> {
  await addToCache(client, postId, comment);
  invalidatePost(client, postId);
}

/** Comments on a post. The cache counts it at once, unless it waits. */
export const commentMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (comment: NewComment) => {
      const { content, idempotencyKey, subject } = comment;
      return sendOrQueue(() => requestComment(postId, comment), {
        action: { kind: 'comment', postId, content },
        subject,
        idempotencyKey,
        drafts: [`comment:${postId}`],
      });
    },
    onMutate: (_comment, { client }) => updateCachedPost(client, postId, addToCount(1)),
    onSuccess: (comment, _sent, rollback, { client }) =>
      comment ? addToCache(client, postId, comment) : rollback(addToCount(-1)),
    onError: (error, _sent, rollback, { client }) => {
      rollback?.(addToCount(-1));
      evictIfNotFound(client, postId, error);
    },
    meta: { errorToast: {} },
  });
