import { expect, test } from 'vitest';

import { newerPosts, postsOf, refreshFeed } from '#lib/client/forum/feed.ts';
import { prependPost } from '#lib/client/forum/post-cache.ts';
import { ApiError } from '#lib/client/http/api-error.ts';
import { newId } from '#lib/client/new-id.ts';
import { firstPage } from '#lib/client/query/paged-query.ts';
import { queryClient, hydrateQuery } from '#lib/client/query/query-client.ts';
import type { Post, PostPage } from '#lib/contract/forum/posts.ts';
import { Id } from '#lib/contract/ids.ts';

const account = {
  account_id: '1',
  name: 'Maria',
  profile_picture: null,
  account_type: 'Farmer',
} as const;
const post = (id: number): Post => ({
  post_id: String(id),
  title: `Post ${id}`,
  description: '',
  attachments: [],
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
  comments: 0,
  likes: 0,
  is_liked: false,
  share_link: '',
  post_owner: false,
  account,
  listing: null,
});
const page = (ids: number[], more: boolean): PostPage => ({
  posts: ids.map(post),
  nextCursor: more ? `after ${ids.at(-1)}` : null,
});
const ids = (feed: Parameters<typeof postsOf>[0]) =>
  postsOf(feed).map(({ post_id }) => Number(post_id));

test('a refetched first page keeps the older posts below it', () => {
  const cached = { pages: [page([8, 7], true), page([6, 5], true)], pageParams: [null, 'after 7'] };
  const feed = refreshFeed(cached, firstPage(page([9, 8], true)));
  expect(ids(feed)).toEqual([9, 8, 7, 6, 5]);
  expect(feed.pages.at(-1)?.nextCursor).toBe('after 5');
  expect(feed.pages).toHaveLength(feed.pageParams.length);
});

test('a refetched page that may leave a gap replaces the list', () => {
  const cached = firstPage(page([4, 3], true));
  expect(ids(refreshFeed(cached, firstPage(page([9, 8], true))))).toEqual([9, 8]);
});

test('a refetched page that contains the whole list replaces it', () => {
  const cached = { pages: [page([8, 7], true), page([6], false)], pageParams: [null, 'after 7'] };
  expect(ids(refreshFeed(cached, firstPage(page([8], false))))).toEqual([8]);
});

const postAt = (id: number, hour: number, post_owner = false): Post => ({
  ...post(id),
  post_owner,
  created_at: `2026-11-21T0${hour}:00:00.000Z`,
});

test('posts of others older than the viewer’s own are also new', () => {
  const feed = [postAt(9, 5, true), postAt(2, 2), postAt(1, 1)];
  const fresh = {
    posts: [postAt(9, 5, true), postAt(4, 4), postAt(3, 3), postAt(2, 2), postAt(0, 0)],
    nextCursor: null,
  };
  expect(newerPosts(feed, fresh).map(({ post_id }) => post_id)).toEqual(['4', '3']);
  expect(newerPosts([postAt(9, 5, true)], { posts: [postAt(2, 2)], nextCursor: null })).toEqual([]);
});

test('a new post is prepended once', () => {
  const feed = prependPost(prependPost(firstPage(page([2, 1], false)), post(3)), post(3));
  expect(feed && ids(feed)).toEqual([3, 2, 1]);
  expect(prependPost(undefined, post(3))).toBeUndefined();
});

test('server data replaces only older query data', () => {
  const client = queryClient();
  const now = Date.now();
  hydrateQuery(client, ['a'], 'first', now - 1000);
  hydrateQuery(client, ['a'], 'older', now - 2000);
  expect(client.getQueryData(['a'])).toBe('first');
  hydrateQuery(client, ['a'], 'newer', now + 60_000, (cached, fresh) => `${cached} ${fresh}`);
  expect(client.getQueryData(['a'])).toBe('first newer');
  expect(client.getQueryState(['a'])?.dataUpdatedAt).toBe(now - 1000);
  hydrateQuery(client, ['b'], 'from a clock that runs ahead', now + 60_000);
  expect(client.getQueryState(['b'])?.dataUpdatedAt).toBeLessThanOrEqual(Date.now());
});

test('the server creates a query client per page', () => {
  expect(queryClient()).not.toBe(queryClient());
});

test.each([
  [0, 500, true],
  [2, 0, true],
  [2, 429, true],
  [3, 500, false],
  [0, 401, false],
  [0, 404, false],
])('after %i attempts, a response with status %i is retried: %s', (tries, status, again) => {
  const { retry } = queryClient().getDefaultOptions().queries ?? {};
  const error = new ApiError('', { code: 'internal', status });
  expect(typeof retry === 'function' && retry(tries, error)).toBe(again);
});

test('ids are UUIDs that sort by time', () => {
  const made = [1, 2 ** 32, Date.UTC(2026, 10, 21), Date.UTC(2100, 0)].map((at) => newId(at));
  expect(made.every((id) => Id.safeParse(id).success)).toBe(true);
  expect(made.toSorted()).toEqual(made);
  expect(made[2]).toMatch(/^019c|^01a/);
});
