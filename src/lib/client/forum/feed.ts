import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { firstPage, pagedQuery, uniqueBy } from '#lib/client/query/paged-query.ts';
import { feedKey } from '#lib/client/query/query-keys.ts';
import { cancelFetches } from '#lib/client/query/update-cached.ts';
import type { Post, PostList, PostPage } from '#lib/contract/forum/posts.ts';

import type { Feed } from './post-cache.ts';

/** A list of posts. Its key begins with `posts`, so that a like or deletion updates it. */
export const feedQuery = (list: PostList) =>
  pagedQuery({
    queryKey: feedKey(list),
    path: list.path,
    limit: list.limit,
    keys: ['posts', 'nextCursor'],
    getNextCursor: ({ nextCursor }: PostPage) => nextCursor,
    getItems: ({ posts }) => posts,
    getId: ({ post_id }) => post_id,
  });

/** The posts of a feed, without duplicates. */
export const postsOf = ({ pages }: { pages: { posts: Post[] }[] }): Post[] =>
  uniqueBy(
    pages.flatMap(({ posts }) => posts),
    ({ post_id }) => post_id,
  );

/**
 * Combines a newly fetched first page with the older posts of the cached feed: coming back does not shorten a
 * feed.
 * @param fresh has only the first page
 */
export function refreshFeed(cached: Feed, fresh: Feed): Feed {
  const [page] = fresh.pages;
  const posts = postsOf(cached);
  // Where the cached feed lacks the fresh page's last post, posts between the two may be missing.
  const last = posts.findIndex(({ post_id }) => post_id === page?.posts.at(-1)?.post_id);
  const older = last < 0 ? [] : posts.slice(last + 1);
  if (!page?.nextCursor || older.length === 0) return fresh;
  const nextCursor = cached.pages.at(-1)?.nextCursor ?? null;
  return { pages: [page, { posts: older, nextCursor }], pageParams: [null, page.nextCursor] };
}

/** How often a shown feed looks for new posts, in milliseconds. */
const NEW_POSTS_POLL_MS = 60_000;

/** Polls for posts newer than those of a feed: the first page, or null before the first poll. */
export const newPostsQuery = ({ key, path, limit }: PostList) =>
  queryOptions({
    queryKey: ['new-posts', ...key],
    queryFn: ({ signal }): Promise<PostPage | null> =>
      requestData(path, hasKeys<PostPage>('posts', 'nextCursor'), {
        signal,
        searchParams: { cursor: 0, limit },
      }),
    initialData: null,
    staleTime: NEW_POSTS_POLL_MS,
    refetchInterval: NEW_POSTS_POLL_MS,
    retry: false,
  });

/** The new posts of other members on a page: the viewer's own are shown at once. */
export function newerPosts(feed: Post[], page: PostPage | null): Post[] {
  const newest = (feed.find(({ post_owner }) => !post_owner) ?? feed.at(-1))?.created_at ?? '';
  const shown = new Set(feed.map(({ post_id }) => post_id));
  return (
    page?.posts.filter(
      ({ post_owner, post_id, created_at }) =>
        !post_owner && !shown.has(post_id) && created_at >= newest,
    ) ?? []
  );
}

/** Puts a newly fetched first page on top of a feed. */
export function showNewPosts(client: QueryClient, list: PostList, page: PostPage): void {
  const { queryKey } = feedQuery(list);
  const fresh = firstPage(page);
  cancelFetches(client, queryKey);
  client.setQueryData<Feed>(queryKey, (cached) => (cached ? refreshFeed(cached, fresh) : fresh));
}
