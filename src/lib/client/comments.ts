import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import { COMMENTS_PAGE, type Comment, type CommentPage } from '#lib/contract/comments.ts';
import type { Post } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { evictIfNotFound, updateCachedPost } from './post-cache.ts';
import { pagedQuery, updatePages } from './query/paged-query.ts';

const commentBody = hasKeys<Comment>('comment_id', 'content', 'created_at', 'account');
const commentsPath = (postId: string) => `web/forum/posts/${postId}/comments`;

/** The comments of a post, newest first. */
export const commentsQuery = (postId: string) =>
  pagedQuery({
    queryKey: ['comments', postId],
    path: commentsPath(postId),
    limit: COMMENTS_PAGE,
    keys: ['comments', 'next_cursor'],
    getNextCursor: ({ next_cursor }: CommentPage) => next_cursor,
    getItems: ({ comments }) => comments,
    getId: ({ comment_id }) => comment_id,
  });

async function addToCache(client: QueryClient, postId: string, comment: Comment): Promise<void> {
  const { queryKey } = commentsQuery(postId);
  // A fetch under way may not have seen the comment.
  await client.cancelQueries({ queryKey });
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  updatePages<CommentPage>(client, queryKey, (page, i) =>
    i === 0 ? { ...page, comments: [comment, ...page.comments] } : page,
  );
}

/** A comment to send. */
export interface NewComment {
  content: string;
  /** sent again with the same key it is still one comment */
  idempotencyKey: string;
}

const addToCount = (by: 1 | -1) => (post: Post) => ({ ...post, comments: post.comments + by });

/** Comments on a post. The cache counts it at once. */
export const commentMutation = (postId: string) =>
  mutationOptions({
    mutationFn: ({ content, idempotencyKey }: NewComment) =>
      requestData(commentsPath(postId), commentBody, {
        method: 'post',
        headers: { 'idempotency-key': idempotencyKey },
        json: { post_id: postId, comment: content },
      }),
    onMutate: (_comment, { client }) => updateCachedPost(client, postId, addToCount(1)),
    onSuccess: (comment, _sent, _rollback, { client }) => addToCache(client, postId, comment),
    onError: (error, _sent, rollback, { client }) => {
      rollback?.(addToCount(-1));
      evictIfNotFound(client, postId, error);
    },
    meta: { errorToast: {} },
  });
