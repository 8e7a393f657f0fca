// What an author does with their posts: a file of its own, because only dialogs that are loaded later need it.
import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import {
  explorePosts,
  ownPosts,
  type Post,
  postEtag,
  type PostInput,
  type PostText,
} from '#lib/contract/posts.ts';

import { type Feed, feedQuery, prependPost } from './feed.ts';
import { requestData } from './http/request.ts';
import { ignoreBody } from './http/response-shape.ts';
import { xhrUpload } from './http/upload.ts';
import { evictIfNotFound, evictPost, updateCachedPost } from './post-cache.ts';
import { postBody, postPath } from './posts.ts';
import { cancelFetches } from './query/update-cached.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

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
  meta: { errorToast: { area: 'ExploreToast', isRepeated: true } },
});

/** Changes title and description of the viewer's own post, unless they were changed since the given time. */
export const updatePostMutation = (postId: string) =>
  mutationOptions({
    mutationFn: ({ updated_at, ...json }: PostText) => {
      const headers = { 'if-match': postEtag({ updated_at }) };
      return requestData(postPath(postId), postBody, { method: 'patch', headers, json });
    },
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
