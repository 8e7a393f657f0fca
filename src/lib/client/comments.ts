import type { QueryClient } from '@tanstack/react-query';

import type { Comment, CommentPage } from '#lib/contract/comments.ts';
import { COMMENTS_PAGE } from '#lib/contract/pages.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { updateCachedPost } from './post-cache.ts';
import { pagedQuery, type Pages } from './query/paged-query.ts';

const commentBody = hasKeys<Comment>('comment_id', 'content', 'created_at', 'account');
const commentsPath = (postId: string) => `web/forum/posts/${postId}/comments`;

/** The comments of a post, newest first; they are fresh for a minute (spec 9). */
export const commentsQuery = (postId: string) =>
  pagedQuery<CommentPage>({
    queryKey: ['comments', postId],
    path: commentsPath(postId),
    limit: COMMENTS_PAGE,
    keys: ['comments', 'next_cursor'],
    getNextCursor: ({ next_cursor }) => next_cursor,
  });

/** @returns every comment of a list, each once */
export const commentsOf = ({ pages }: Pages<CommentPage>): Comment[] => [
  ...new Map(
    pages.flatMap(({ comments }) => comments).map((each) => [each.comment_id, each]),
  ).values(),
];

function prepend(kept: Pages<CommentPage> | undefined, made: Comment) {
  const [first, ...rest] = kept?.pages ?? [];
  if (!kept || !first) return kept;
  return { ...kept, pages: [{ ...first, comments: [made, ...first.comments] }, ...rest] };
}

async function showComment(client: QueryClient, postId: string, made: Comment): Promise<void> {
  const { queryKey } = commentsQuery(postId);
  // A page on its way was read before the comment was there: it must not take it away again.
  await client.cancelQueries({ queryKey });
  if (client.getQueryData(queryKey)) client.setQueryData(queryKey, (kept) => prepend(kept, made));
  else void client.invalidateQueries({ queryKey });
}

/** What is being sent. */
export interface NewComment {
  content: string;
  /** sent again with it, it is still one comment */
  idempotencyKey: string;
}

const count = (client: QueryClient, postId: string, by: 1 | -1) =>
  updateCachedPost(client, postId, (post) => ({ ...post, comments: post.comments + by }));

/**
 * Comments on a post. The count moves at once, and back when the call fails.
 * @throws ApiError
 */
export async function addComment(
  client: QueryClient,
  postId: string,
  { content, idempotencyKey }: NewComment,
): Promise<void> {
  count(client, postId, 1);
  try {
    const made = await requestData(commentsPath(postId), commentBody, {
      method: 'post',
      headers: { 'idempotency-key': idempotencyKey },
      json: { post_id: postId, comment: content },
    });
    await showComment(client, postId, made);
  } catch (error) {
    count(client, postId, -1);
    throw error;
  }
}
