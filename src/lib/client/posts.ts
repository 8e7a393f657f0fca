import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

import { explorePosts, ownPosts, type Post, type PostInput } from '#lib/contract/posts.ts';

import { type Feed, feedQuery, prependPost } from './feed.ts';
import { requestData } from './http/request.ts';
import { hasKeys, ignoreBody } from './http/response-shape.ts';
import { xhrUpload } from './http/upload.ts';
import { evictIfNotFound, evictPost, updateCachedPost } from './post-cache.ts';
import { cancelFetches } from './query/update-cached.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

const STALE_TIME_MS = 60_000;

const postBody = hasKeys<Post>('post_id', 'attachments', 'account');
const postPath = (postId: string) => `web/forum/posts/${postId}`;

/** One post. */
export const postQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['posts', 'one', postId, viewerId],
    queryFn: ({ signal }) => requestData(postPath(postId), postBody, { signal }),
    staleTime: STALE_TIME_MS,
  });

/** A post to publish. */
export interface NewPost extends PostInput {
  /** resized while the member writes */
  images: Promise<File>[];
  /** sent again with the same key it is still one post */
  idempotencyKey: string;
  /** called with the share that has been sent, 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

async function createPost({ title, description, images, ...post }: NewPost): Promise<Post> {
  const { idempotencyKey, onProgress, signal } = post;
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  for (const image of await Promise.all(images)) form.append('attachments', image);
  signal.throwIfAborted();
  const headers = { 'idempotency-key': idempotencyKey };
  return xhrUpload('web/forum/posts', form, postBody, { headers, onProgress, signal });
}

function addToFeeds(client: QueryClient, post: Post): void {
  const viewerId = post.account.account_id;
  for (const list of [explorePosts(viewerId), ownPosts(viewerId)]) {
    const { queryKey } = feedQuery(list);
    cancelFetches(client, queryKey);
    client.setQueryData<Feed>(queryKey, (feed) => prependPost(feed, post));
  }
}

/** Publishes a post and puts it on top of its author's feeds. */
export const createPostMutation = mutationOptions({
  mutationFn: createPost,
  onSuccess: (post, _sent, _result, { client }) => addToFeeds(client, post),
  meta: { errorToast: { area: 'ExploreToast' } },
});

/** Changes title and description of the viewer's own post. */
export const updatePostMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (json: PostInput) =>
      requestData(postPath(postId), postBody, { method: 'patch', json }),
    onSuccess: (post, _input, _result, { client }) => {
      updateCachedPost(client, postId, (old) => ({ ...old, ...post }));
      toastSuccess('Post Updated Successfully.');
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: {} },
  });

/** Deletes the viewer's own post. */
export const deletePostMutation = (postId: string) =>
  mutationOptions({
    mutationFn: () => requestData(postPath(postId), ignoreBody, { method: 'delete' }),
    onSuccess: (_body, _input, _result, { client }) => {
      evictPost(client, postId);
      toastSuccess('Post Successfully Deleted.');
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: {} },
  });
