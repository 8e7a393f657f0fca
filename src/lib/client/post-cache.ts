import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { Post } from '#lib/contract/posts.ts';

import { type Feed, prependPost } from './feed.ts';
import { isNotFound } from './http/api-error.ts';
import { exploreQuery, ownPostsQuery } from './posts.ts';

/** Whatever holds posts is kept under the key `posts`: lists, results of a search, or one post. */
type CachedPosts = Post | { pages: { posts: Post[] }[] } | undefined;
type PostUpdate = (post: Post) => Post | null;

const updatePages = ({ pages }: { pages: { posts: Post[] }[] }, change: PostUpdate) =>
  pages.map((page) => ({ ...page, posts: page.posts.flatMap((post) => change(post) ?? []) }));

function applyUpdate(cached: CachedPosts, change: PostUpdate): CachedPosts {
  if (!cached) return cached;
  return 'pages' in cached
    ? { ...cached, pages: updatePages(cached, change) }
    : (change(cached) ?? cached);
}

/** An answer that is under way was read before a change: it must not undo it. What shows nothing yet may come. */
const cancelFetches = (client: QueryClient, queryKey: QueryKey) =>
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Changes a post wherever it is kept. What was read when stays as it was: a change does not make old data new. */
export function updateCachedPost(client: QueryClient, postId: string, change: PostUpdate): void {
  cancelFetches(client, ['posts']);
  const only: PostUpdate = (post) => (post.post_id === postId ? change(post) : post);
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ['posts'] }))
    client.setQueryData<CachedPosts>(queryKey, (cached) => applyUpdate(cached, only), {
      updatedAt: state.dataUpdatedAt,
    });
}

/** Takes a post that is no more from wherever it is kept. */
export function evictPost(client: QueryClient, postId: string): void {
  updateCachedPost(client, postId, () => null);
  for (const queryKey of [
    ['posts', 'one', postId],
    ['comments', postId],
    ['likes', postId],
  ])
    client.removeQueries({ queryKey, type: 'inactive' });
}

/** Shows a new post on top of the author's lists at once. */
export function addPostToFeeds(client: QueryClient, post: Post): void {
  const viewer = post.account.account_id;
  for (const { queryKey } of [exploreQuery(viewer), ownPostsQuery(viewer)]) {
    cancelFetches(client, queryKey);
    client.setQueryData<Feed>(queryKey, (feed) => prependPost(feed, post));
  }
}

/** Reads a post anew where it stands by itself, as when it is not known what was counted. */
export const invalidatePost = (client: QueryClient, postId: string): void =>
  void client.invalidateQueries({ queryKey: ['posts', 'one', postId] });

/** Takes a post from wherever it is kept when a call about it failed because it is no more. */
export function evictIfNotFound(client: QueryClient, postId: string, thrown: unknown): void {
  if (isNotFound(thrown)) evictPost(client, postId);
}
