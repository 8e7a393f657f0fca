import { type MutationOptions, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';

import { commentMutation } from '#lib/client/forum/comments.ts';
import { feedQuery } from '#lib/client/forum/feed.ts';
import { followMutation } from '#lib/client/forum/follows.ts';
import { toggleLikeMutation } from '#lib/client/forum/likes.ts';
import { updateCachedPost } from '#lib/client/forum/post-cache.ts';
import { postQuery } from '#lib/client/forum/posts.ts';
import { forumProfileQuery } from '#lib/client/people/members.ts';
import { firstPage } from '#lib/client/query/paged-query.ts';
import { explorePosts, type Post } from '#lib/contract/forum/posts.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';
import { stubBrowserGlobals, stubFetch } from '#tests/support/site/client-fixtures.ts';

// The stubbed document has no member.
const VIEWER = '';
const account = {
  account_id: '1',
  name: 'Maria',
  profile_picture: null,
  account_type: 'Farmer',
} as const;
const post: Post = {
  post_id: 'p',
  title: 'Straw',
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
};
const profile: ForumProfile = {
  ...account,
  followers: 4,
  following: 0,
  post_count: 0,
  followed: false,
  own_account: false,
};
const one = postQuery(VIEWER, 'p').queryKey;
const explore = feedQuery(explorePosts(VIEWER)).queryKey;
const FETCHED_AT = Date.UTC(2026, 10, 21);
const COMMENT = { content: 'Mine.', idempotencyKey: 'k', subject: 'Straw' };

/** A cache with the post alone and in a list. */
function cacheWithPost(): QueryClient {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const updatedAt = FETCHED_AT;
  client.setQueryData(one, post, { updatedAt });
  client.setQueryData(explore, firstPage({ posts: [post], nextCursor: null }), { updatedAt });
  return client;
}

const cachedPosts = (client: QueryClient) => [
  client.getQueryData(one),
  client.getQueryData(explore)?.pages[0]?.posts[0],
];

/** Starts a mutation whose request waits for `respond`. */
function start<D, V, R>(
  client: QueryClient,
  options: MutationOptions<D, Error, V, R>,
  variables: V,
) {
  const response = Promise.withResolvers<Response>();
  const calls = stubFetch(() => response.promise);
  const done = client
    .getMutationCache()
    .build(client, client.defaultMutationOptions(options))
    .execute(variables)
    .catch((error: unknown) => error);
  const sent = () => expect.poll(() => calls.at(-1)?.path).toMatch(/^\/api\/web/);
  const respond = async (status: number, body: object) => {
    await sent();
    response.resolve(Response.json(body, { status }));
    return done;
  };
  return { sent, respond };
}
const fail = [500, { error: 'No.', code: 'internal' }] as const;

beforeEach(stubBrowserGlobals);

test('a like shows immediately in every list, then as the server’s count', async () => {
  const client = cacheWithPost();
  const like = start(client, toggleLikeMutation, post);
  await like.sent();
  for (const cached of cachedPosts(client))
    expect(cached).toMatchObject({ likes: 1, is_liked: true });
  await like.respond(200, { data: { likes: 7, is_liked: true } });
  for (const cached of cachedPosts(client))
    expect(cached).toMatchObject({ likes: 7, is_liked: true });
});

test('a failed like is rolled back in every list, and other changes stay', async () => {
  const client = cacheWithPost();
  const like = start(client, toggleLikeMutation, post);
  await like.sent();
  updateCachedPost(client, 'p', (shown) => ({ ...shown, comments: 3 }));
  await like.respond(...fail);
  for (const cached of cachedPosts(client))
    expect(cached).toMatchObject({ likes: 0, is_liked: false, comments: 3 });
});

test('a failed comment is not counted, except in data fetched since it was sent', async () => {
  const client = cacheWithPost();
  const comment = start(client, commentMutation('p'), COMMENT);
  await comment.sent();
  for (const cached of cachedPosts(client)) expect(cached).toMatchObject({ comments: 1 });
  client.setQueryData(one, { ...post, comments: 5 });
  await comment.respond(...fail);
  expect(cachedPosts(client)).toMatchObject([{ comments: 5 }, { comments: 0 }]);
});

test('an optimistic change does not make cached data look newer', async () => {
  const client = cacheWithPost();
  await start(client, toggleLikeMutation, post).respond(...fail);
  expect(client.getQueryState(one)?.dataUpdatedAt).toBe(FETCHED_AT);
});

test('a post that no longer exists leaves the lists when liking it fails', async () => {
  const client = cacheWithPost();
  await start(client, toggleLikeMutation, post).respond(404, { error: 'Gone.', code: 'not_found' });
  expect(client.getQueryData(explore)?.pages[0]?.posts).toEqual([]);
});

test('a failed follow is rolled back', async () => {
  const client = cacheWithPost();
  const { queryKey } = forumProfileQuery(VIEWER, '1');
  client.setQueryData(queryKey, profile);
  const follow = start(client, followMutation, profile);
  await follow.sent();
  expect(client.getQueryData(queryKey)).toMatchObject({ followers: 5, followed: true });
  await follow.respond(...fail);
  expect(client.getQueryData(queryKey)).toEqual(profile);
});
