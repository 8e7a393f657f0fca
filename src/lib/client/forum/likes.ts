import { queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { queuedMutation } from '#lib/client/outbox/send-or-queue.ts';
import { pagedQuery } from '#lib/client/query/paged-query.ts';
import { likesKey } from '#lib/client/query/query-keys.ts';
import { LIKES_PAGE, LIKE_STACK, type LikePage } from '#lib/contract/forum/likes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

import { postPath } from './post-cache.ts';

const keys: ['likes', 'likes_count'] = ['likes', 'likes_count'];
const likesPath = (postId: string) => `${postPath(postId)}/likes`;

/** The members who like a post, newest like first. */
export const likesQuery = (postId: string) =>
  pagedQuery({
    queryKey: [...likesKey(postId), 'all'],
    path: likesPath(postId),
    limit: LIKES_PAGE,
    keys,
    getNextCursor: ({ nextCursor }: LikePage) => nextCursor,
    getItems: ({ likes }) => likes,
    getId: ({ account_id }) => account_id,
  });

/** The number of likes of a post, and the newest of them. */
export const likeStackQuery = (postId: string) =>
  queryOptions({
    queryKey: [...likesKey(postId), 'stack'],
    queryFn: ({ signal }) =>
      requestData(likesPath(postId), hasKeys<LikePage>(...keys), {
        signal,
        searchParams: { limit: LIKE_STACK },
      }),
    staleTime: Infinity,
  });

/** Likes a post, or removes the like. The cache shows it at once (docs/product.md, Likes). */
export const toggleLikeMutation = queuedMutation(({ post_id, is_liked, title }: Post) => ({
  action: { kind: 'like', postId: post_id, isLiked: !is_liked },
  subject: title,
}));
