import type { QueryClient } from '@tanstack/react-query';

import type { Post } from '#lib/contract/posts.ts';

import { isNotFound } from './http/api-error.ts';
import { updateCached } from './query/update-cached.ts';

/** Every query with posts has a key that begins with `posts`: feeds, search results, or one post. */
export type CachedPosts = Post | { pages: { posts: Post[] }[] };
type PostUpdate = (post: Post) => Post | null;

const inPages = (pages: { posts: Post[] }[], update: PostUpdate) =>
  pages.map((page) => ({ ...page, posts: page.posts.flatMap((post) => update(post) ?? []) }));

const inCached = (cached: CachedPosts, update: PostUpdate): CachedPosts =>
  'pages' in cached
    ? { ...cached, pages: inPages(cached.pages, update) }
    : (update(cached) ?? cached);

/**
 * Changes a post wherever it is cached.
 * @param update null removes it from lists
 * @returns undoes the change, by the update given to it, except where the post was fetched since
 */
export function updateCachedPost(
  client: QueryClient,
  postId: string,
  update: PostUpdate,
): (revert: PostUpdate) => void {
  const only = (change: PostUpdate) => (cached: CachedPosts) =>
    inCached(cached, (post) => (post.post_id === postId ? change(post) : post));
  const rollback = updateCached(client, ['posts'], only(update));
  return (revert) => rollback(only(revert));
}

/** Removes a deleted post wherever it is cached. */
export function evictPost(client: QueryClient, postId: string): void {
  updateCachedPost(client, postId, () => null);
  for (const queryKey of [
    ['posts', 'one', postId],
    ['comments', postId],
    ['likes', postId],
  ])
    client.removeQueries({ queryKey, type: 'inactive' });
}

/** Fetches a post on its own page again, as when it is unknown what its counts include. */
export const invalidatePost = (client: QueryClient, postId: string): void =>
  void client.invalidateQueries({ queryKey: ['posts', 'one', postId] });

/** Removes a post wherever it is cached when a request about it failed because it no longer exists. */
export function evictIfNotFound(client: QueryClient, postId: string, thrown: unknown): void {
  if (isNotFound(thrown)) evictPost(client, postId);
}
