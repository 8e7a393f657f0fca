import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

import { LIKES_PAGE, LIKE_STACK, type LikePage, type LikeState } from '#lib/contract/likes.ts';
import type { Post } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { sendOrQueue } from './outbox/send-or-queue.ts';
import { evictIfNotFound, updateCachedPost } from './post-cache.ts';
import { pagedQuery } from './query/paged-query.ts';

const likeState = hasKeys<LikeState>('likes', 'is_liked');
const keys: ['likes', 'likes_count'] = ['likes', 'likes_count'];
const likesPath = (postId: string) => `web/forum/posts/${postId}/likes`;

/** The members who like a post, newest like first. */
export const likesQuery = (postId: string) =>
  pagedQuery({
    queryKey: ['likes', postId, 'all'],
    path: likesPath(postId),
    limit: LIKES_PAGE,
    keys,
    getNextCursor: ({ nextCursor }: LikePage) => nextCursor,
    getItems: ({ likes }) => likes,
    getId: ({ account_id }) => account_id,
  });

/** The number of likes of a post, and the newest few. */
export const likeStackQuery = (postId: string) =>
  queryOptions({
    queryKey: ['likes', postId, 'stack'],
    queryFn: ({ signal }) =>
      requestData(likesPath(postId), hasKeys<LikePage>(...keys), {
        signal,
        searchParams: { limit: LIKE_STACK },
      }),
    staleTime: Infinity,
  });

/** A post that the viewer likes, or does not like. */
export const setLiked = (is_liked: boolean) => (post: Post) =>
  post.is_liked === is_liked
    ? post
    : { ...post, is_liked, likes: post.likes + (is_liked ? 1 : -1) };

/** @param isLiked as it will be */
export const requestLike = (postId: string, isLiked: boolean): Promise<LikeState> =>
  requestData(isLiked ? likesPath(postId) : `web/forum/posts/${postId}/unlike`, likeState, {
    method: 'post',
  });

/** Shows the likes of a post that the server responds with. */
export function cacheLike(client: QueryClient, postId: string, state: LikeState): void {
  updateCachedPost(client, postId, (post) => ({ ...post, ...state }));
  void client.invalidateQueries({ queryKey: ['likes', postId] });
}

/** Likes a post, or takes the like back. The cache shows it at once (docs/product.md, Likes). */
export const toggleLikeMutation = mutationOptions({
  mutationFn: ({ post_id, is_liked, title }: Post) =>
    sendOrQueue(() => requestLike(post_id, !is_liked), {
      action: { kind: 'like', postId: post_id, isLiked: !is_liked },
      subject: title,
    }),
  onMutate: ({ post_id, is_liked }, { client }) =>
    updateCachedPost(client, post_id, setLiked(!is_liked)),
  onSuccess: (state, { post_id }, _rollback, { client }) => {
    if (state) cacheLike(client, post_id, state);
  },
  onError: (error, { post_id, is_liked }, rollback, { client }) => {
    rollback?.(setLiked(is_liked));
    evictIfNotFound(client, post_id, error);
  },
  meta: { errorToast: {} },
});
