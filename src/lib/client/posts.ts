import { queryOptions } from '@tanstack/react-query';

import type { Post } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';

const STALE_TIME_MS = 60_000;

export const postBody = hasKeys<Post>('post_id', 'attachments', 'account');
export const postPath = (postId: string) => `web/forum/posts/${postId}`;

/** One post. */
export const postQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['posts', 'one', postId, viewerId],
    queryFn: ({ signal }) => requestData(postPath(postId), postBody, { signal }),
    staleTime: STALE_TIME_MS,
    // An open discussion shows what others do.
    refetchInterval: STALE_TIME_MS,
  });
