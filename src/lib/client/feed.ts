import type { Post, PostPage } from '#lib/contract/posts.ts';

import type { Pages } from './query/paged-query.ts';

/** A list of posts as the cache holds it: page after page, newest first. */
export type Feed = Pages<PostPage>;

/** @returns every post of a list, each once */
export function postsOf(feed: { pages: { posts: Post[] }[] }): Post[] {
  const all = new Map(feed.pages.flatMap(({ posts }) => posts).map((post) => [post.post_id, post]));
  return [...all.values()];
}

/**
 * A first page read anew, followed by the older posts that were already there, so that coming back to a feed does
 * not shorten it.
 * @param kept the feed so far
 * @param fresh its first page, newly read
 */
export function refreshFeed(kept: Feed, fresh: Feed): Feed {
  const [page] = fresh.pages;
  const cursor = page?.nextCursor;
  const posts = postsOf(kept);
  // Ids sort by time. Without a post in common something may be missing in between.
  const joins = posts.some(({ post_id }) => post_id === cursor);
  const older = posts.filter(({ post_id }) => cursor && post_id < cursor);
  if (!cursor || !joins || older.length === 0) return fresh;
  const nextCursor = kept.pages.at(-1)?.nextCursor ?? null;
  return { pages: [page, { posts: older, nextCursor }], pageParams: [null, cursor] };
}

/** @returns the feed with a new post on top */
export function prependPost(feed: Feed | undefined, post: Post): Feed | undefined {
  const [first, ...rest] = feed?.pages ?? [];
  if (!feed || !first) return feed;
  const others = first.posts.filter(({ post_id }) => post_id !== post.post_id);
  return { ...feed, pages: [{ ...first, posts: [post, ...others] }, ...rest] };
}
