import type { QueryClient } from '@tanstack/react-query';

import type { CachedPosts } from '#lib/client/post-cache.ts';
import type { Post } from '#lib/contract/posts.ts';

const postsIn = (cached: CachedPosts): Post[] =>
  'pages' in cached ? cached.pages.flatMap(({ posts }) => posts) : [cached];

/** A post as this page knows it, maybe not its newest text. */
export const findCachedPost = (client: QueryClient, postId: string): Post | undefined =>
  client
    .getQueriesData<CachedPosts>({ queryKey: ['posts'] })
    .flatMap(([, cached]) => (cached ? postsIn(cached) : []))
    .find(({ post_id }) => post_id === postId);
