import { queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';

import { postBody, postPath } from './post-cache.ts';

const STALE_TIME_MS = 60_000;

/** One post. */
export const postQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['posts', 'one', postId, viewerId],
    queryFn: ({ signal }) => requestData(postPath(postId), postBody, { signal }),
    staleTime: STALE_TIME_MS,
    // An open discussion shows what others do.
    refetchInterval: STALE_TIME_MS,
  });
