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

import type { PostDraft } from './drafts/drafts.ts';
import { listingField } from './drafts/listing-draft.ts';
import { altsField } from './drafts/photo-descriptions.ts';
import { type Feed, feedQuery, prependPost } from './feed.ts';
import { requestData } from './http/request.ts';
import { ignoreBody } from './http/response-shape.ts';
import { xhrUpload } from './http/upload.ts';
import { sendOrQueue } from './outbox/send-or-queue.ts';
import { evictIfNotFound, evictPost, updateCachedPost } from './post-cache.ts';
import { postBody, postPath } from './posts.ts';
import { cancelFetches } from './query/update-cached.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

interface PostRequest extends PostInput, Pick<PostDraft, 'listing'> {
  images: File[];
  /** what the images show, in their order */
  alts?: string[];
  /** sent again with the same key it is still one post */
  idempotencyKey: string;
  /** called with the share that has been sent, 0 to 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** A post to publish. */
export interface NewPost extends Omit<PostRequest, 'images'> {
  /** resized while the member writes */
  images: Promise<File>[];
  /** of the images as they were selected */
  fingerprints: string[];
  signal: AbortSignal;
}

/** Sends a post. */
export function requestPost({ images, idempotencyKey, ...post }: PostRequest): Promise<Post> {
  const { title, description, listing, alts = [], ...options } = post;
  const field = listingField(listing);
  const described = altsField(alts);
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  if (field) form.append('listing', field);
  if (described) form.append('attachment_alts', described);
  for (const image of images) form.append('attachments', image);
  const headers = { 'idempotency-key': idempotencyKey };
  return xhrUpload('web/forum/posts', form, postBody, { headers, ...options });
}

async function createPost(post: NewPost): Promise<Post | null> {
  const { title, description, listing, alts = [], fingerprints, idempotencyKey } = post;
  const images = await Promise.all(post.images);
  post.signal.throwIfAborted();
  return sendOrQueue(() => requestPost({ ...post, images }), {
    action: { kind: 'post', title, description, listing, images, fingerprints, alts },
    subject: title,
    idempotencyKey,
    drafts: ['post', 'images'],
  });
}

/** Shows a new post on top of its author's feeds. */
export function cachePost(client: QueryClient, post: Post): void {
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
  onSuccess: (post, _sent, _result, { client }) => {
    if (post) cachePost(client, post);
  },
  meta: { errorToast: { area: 'ExploreToast', marksFields: true } },
});

/** Sends the new text of a post. */
export function requestUpdate(postId: string, text: PostText): Promise<Post> {
  const { title, description, updated_at } = text;
  const json = { title, description };
  const headers = { 'if-match': postEtag({ updated_at }) };
  return requestData(postPath(postId), postBody, { method: 'patch', headers, json });
}

/** Shows the new text of a post. */
export const cacheUpdate = (client: QueryClient, post: Post): void =>
  void updateCachedPost(client, post.post_id, (old) => ({ ...old, ...post }));

/** Changes title and description of the viewer's own post, unless they were changed since the given time. */
export const updatePostMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (text: PostText) =>
      sendOrQueue(() => requestUpdate(postId, text), {
        action: { kind: 'update', postId, ...text },
        subject: text.title,
        drafts: [`update:${postId}`],
      }),
    onSuccess: (post, _input, _result, { client }) => {
      if (!post) return;
      cacheUpdate(client, post);
      toastSuccess('Post Updated Successfully.');
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });

/** The images that a post has from now on. */
export interface NewAttachments {
  /** the URLs of the stored images that the update began from */
  initial: string[];
  /** those that stay */
  stored: string[];
  images: File[];
  /** what the stored ones, then the new ones show */
  alts: string[];
}

/** Replaces the images of the viewer's own post, unless it has got others since. */
export const replaceAttachmentsMutation = (postId: string) =>
  mutationOptions({
    mutationFn: ({ initial, stored, images, alts }: NewAttachments) => {
      const form = new FormData();
      form.append('initial', initial.join(' '));
      form.append('stored', stored.join(' '));
      form.append('attachment_alts', JSON.stringify(alts));
      for (const image of images) form.append('attachments', image);
      return xhrUpload(`${postPath(postId)}/attachments`, form, postBody, { method: 'put' });
    },
    // A post whose images are no longer described has no such key.
    onSuccess: (post, _input, _result, { client }) =>
      cacheUpdate(client, { attachment_alts: undefined, ...post }),
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });

/** Sends the deletion of a post. */
export async function requestDelete(postId: string): Promise<'deleted'> {
  await requestData(postPath(postId), ignoreBody, { method: 'delete' });
  return 'deleted';
}

/** Deletes the viewer's own post. */
export const deletePostMutation = ({ post_id: postId, title }: Post) =>
  mutationOptions({
    mutationFn: () =>
      sendOrQueue(() => requestDelete(postId), {
        action: { kind: 'delete', postId },
        subject: title,
      }),
    onSuccess: (deleted, _input, _result, { client }) => {
      if (!deleted) return;
      evictPost(client, postId);
      toastSuccess('Post Successfully Deleted.');
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: {} },
  });
