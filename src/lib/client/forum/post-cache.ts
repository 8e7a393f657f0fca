import type { QueryClient } from '@tanstack/react-query';

import { isNotFound } from '#lib/client/http/api-error.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { commentsKey, feedKey, likesKey } from '#lib/client/query/query-keys.ts';
import {
  cancelFetches,
  type Pages,
  updateCached,
  updatePages,
} from '#lib/client/query/update-cached.ts';
import type { Comment, CommentPage } from '#lib/contract/forum/comments.ts';
import { explorePosts, ownPosts, type Post, type PostPage } from '#lib/contract/forum/posts.ts';

/** The path of a post's API, below /api. */
export const postPath = (postId: string) => `web/forum/posts/${postId}`;

/** A response body with a post. */
export const postBody = hasKeys<Post>('post_id', 'attachments', 'account');

/** The key of every query with posts begins with `posts`: feeds, search results, or one post. */
export type CachedPosts = Post | { pages: { posts: Post[] }[] };
type PostUpdate = (post: Post) => Post | null;

const inPages = (pages: { posts: Post[] }[], update: PostUpdate) =>
  pages.map((page) => ({ ...page, posts: page.posts.flatMap((post) => update(post) ?? []) }));

/**
 * @returns the update of cached data that changes one post
 * @param update null removes it from lists
 */
export const changePost = (postId: string, update: PostUpdate) => {
  const change: PostUpdate = (post) => (post.post_id === postId ? update(post) : post);
  return (cached: CachedPosts): CachedPosts =>
    'pages' in cached
      ? { ...cached, pages: inPages(cached.pages, change) }
      : (change(cached) ?? cached);
};

/**
 * Changes a post wherever it is cached.
 * @param update null removes it from lists
 * @returns a function that applies another update to undo the change, except where the post was fetched since
 */
export function updateCachedPost(
  client: QueryClient,
  postId: string,
  update: PostUpdate,
): (revert: PostUpdate) => void {
  const rollback = updateCached(client, ['posts'], changePost(postId, update));
  return (revert) => rollback(changePost(postId, revert));
}

/** A list of posts as the cache holds it: page by page, newest first. */
export type Feed = Pages<PostPage>;

/** Puts a new post on top of a feed. */
export function prependPost(feed: Feed | undefined, post: Post): Feed | undefined {
  const [first, ...rest] = feed?.pages ?? [];
  if (!feed || !first) return feed;
  const others = first.posts.filter(({ post_id }) => post_id !== post.post_id);
  return { ...feed, pages: [{ ...first, posts: [post, ...others] }, ...rest] };
}

/** Shows a new post on top of its author's feeds. */
export function cachePost(client: QueryClient, post: Post): void {
  const viewerId = post.account.account_id;
  for (const list of [explorePosts(viewerId), ownPosts(viewerId)]) {
    const queryKey = feedKey(list);
    cancelFetches(client, queryKey);
    client.setQueryData<Feed>(queryKey, (feed) => prependPost(feed, post));
  }
}

/** Removes a deleted post wherever it is cached. */
export function evictPost(client: QueryClient, postId: string): void {
  updateCachedPost(client, postId, () => null);
  for (const queryKey of [['posts', 'one', postId], commentsKey(postId), likesKey(postId)])
    client.removeQueries({ queryKey, type: 'inactive' });
}

/** Fetches the page of one post again, as when its counts may be wrong. */
export const invalidatePost = (client: QueryClient, postId: string): void =>
  void client.invalidateQueries({ queryKey: ['posts', 'one', postId] });

// Ids sort by time: earlier comments of others may arrive after the viewer's own.
const newestFirst = (one: Comment, other: Comment) => (one.comment_id < other.comment_id ? 1 : -1);

/** Adds comments to the cached ones of a post. */
export const addComments = (client: QueryClient, postId: string, comments: Comment[]): void =>
  updatePages<CommentPage>(client, commentsKey(postId), (page, i) =>
    i === 0 ? { ...page, comments: [...comments, ...page.comments].toSorted(newestFirst) } : page,
  );

/** Shows a comment that was sent. */
export async function cacheComment(
  client: QueryClient,
  postId: string,
  comment: Comment,
): Promise<void> {
  const queryKey = commentsKey(postId);
  // A fetch in progress may not include the comment.
  await client.cancelQueries({ queryKey });
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  addComments(client, postId, [comment]);
}

/** Removes a post from the cache when a request failed because the post no longer exists. */
export function evictIfNotFound(client: QueryClient, postId: string, thrown: unknown): void {
  if (isNotFound(thrown)) evictPost(client, postId);
}
