import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { LikePage, LikeState } from '#lib/contract/likes.ts';
import { LIKES_PAGE, LIKE_STACK } from '#lib/contract/pages.ts';
import type { Post } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { updateCachedPost } from './post-cache.ts';
import { pagedQuery } from './query/paged-query.ts';

const likeStateBody = hasKeys<LikeState>('likes', 'is_liked');
const parts: ['likes', 'likes_count'] = ['likes', 'likes_count'];
const likesPath = (postId: string) => `web/forum/posts/${postId}/likes`;

/** Who likes a post, newest first. */
export const likesQuery = (postId: string) =>
  pagedQuery<LikePage>({
    queryKey: ['likes', postId, 'all'],
    path: likesPath(postId),
    limit: LIKES_PAGE,
    keys: parts,
    getNextCursor: ({ nextCursor }) => nextCursor,
  });

/** How many like a post, and the newest few of them. */
export const likeStackQuery = (postId: string) =>
  queryOptions({
    queryKey: ['likes', postId, 'stack'],
    queryFn: ({ signal }) =>
      requestData(likesPath(postId), hasKeys<LikePage>(...parts), {
        signal,
        searchParams: { limit: LIKE_STACK },
      }),
    staleTime: Infinity,
  });

/** Shows a post as liked or not; its count moves by one, unless it was shown so already. */
const show = (client: QueryClient, postId: string, is_liked: boolean) =>
  updateCachedPost(client, postId, (post) =>
    post.is_liked === is_liked
      ? post
      : { ...post, is_liked, likes: post.likes + (is_liked ? 1 : -1) },
  );

/**
 * Likes a post, or takes one's like back. It is shown at once, and shown as it was when the call fails (spec 4).
 * @throws ApiError
 */
export async function toggleLike(client: QueryClient, post: Post): Promise<void> {
  const { post_id, is_liked } = post;
  show(client, post_id, !is_liked);
  try {
    const path = is_liked ? `web/forum/posts/${post_id}/unlike` : likesPath(post_id);
    const state = await requestData(path, likeStateBody, { method: 'post' });
    updateCachedPost(client, post_id, (shown) => ({ ...shown, ...state }));
    void client.invalidateQueries({ queryKey: ['likes', post_id] });
  } catch (error) {
    show(client, post_id, is_liked);
    throw error;
  }
}
