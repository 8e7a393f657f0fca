import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { sendOrQueue } from '#lib/client/outbox/send-or-queue.ts';
import { pagedQuery } from '#lib/client/query/paged-query.ts';
import { commentsKey } from '#lib/client/query/query-keys.ts';
import {
  COMMENTS_PAGE,
  COMMENTS_POLL_MS,
  type Comment,
  type CommentPage,
} from '#lib/contract/forum/comments.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

import {
  addComments,
  cacheComment,
  evictIfNotFound,
  invalidatePost,
  postPath,
  updateCachedPost,
} from './post-cache.ts';

const pageBody = hasKeys<CommentPage>('comments', 'next_cursor');
const commentsPath = (postId: string) => `${postPath(postId)}/comments`;
const idOf = ({ comment_id }: Comment) => comment_id;

/** The comments of a post, oldest first. The newest page loads first. */
export const commentsQuery = (postId: string) =>
  pagedQuery({
    queryKey: commentsKey(postId),
    path: commentsPath(postId),
    limit: COMMENTS_PAGE,
    keys: ['comments', 'next_cursor'],
    getNextCursor: ({ next_cursor }: CommentPage) => next_cursor,
    getItems: ({ comments }) => comments,
    getId: idOf,
    isStored: true,
    reversed: true,
  });

/** Adds comments that the cached pages do not have yet. */
function addNewest(client: QueryClient, postId: string, { comments }: CommentPage): void {
  const { queryKey } = commentsQuery(postId);
  const cached = client.getQueryData(queryKey)?.pages.flatMap((page) => page.comments.map(idOf));
  const added = comments.filter((comment) => !cached?.includes(idOf(comment)));
  if (added.length === 0) return;
  // There may be more comments between these and the cached ones.
  if (added.length === COMMENTS_PAGE) void client.invalidateQueries({ queryKey, exact: true });
  else addComments(client, postId, added);
  invalidatePost(client, postId);
}

/** Polls for new comments of an open discussion. */
export const newCommentsQuery = (client: QueryClient, postId: string) =>
  queryOptions({
    queryKey: [...commentsKey(postId), 'new'],
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

/** A comment to send. */
export interface NewComment {
  content: string;
  /** makes retries safe: one key is one comment */
  idempotencyKey: string;
  /** the title of its post */
  subject: string;
}

const addToCount = (by: 1 | -1) => (post: Post) => ({ ...post, comments: post.comments + by });

/** Comments on a post. The cache counts the comment at once, unless it waits in the outbox. */
export const commentMutation = (postId: string) =>
  mutationOptions({
    mutationFn: ({ content, ...comment }: NewComment) =>
      sendOrQueue({
        action: { kind: 'comment', postId, content },
        drafts: [`comment:${postId}`],
        ...comment,
      }),
    onMutate: (_comment, { client }) => updateCachedPost(client, postId, addToCount(1)),
    onSuccess: (comment, _sent, rollback, { client }) =>
      comment ? cacheComment(client, postId, comment) : rollback(addToCount(-1)),
    onError: (error, _sent, rollback, { client }) => {
      rollback?.(addToCount(-1));
      evictIfNotFound(client, postId, error);
    },
    meta: { errorToast: {} },
  });
