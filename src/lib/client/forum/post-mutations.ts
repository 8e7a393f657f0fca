// What an author does with their posts: a file of its own, because only dialogs that are loaded later need it.
import { mutationOptions } from '@tanstack/react-query';

import type { PostFields } from '#lib/client/drafts/post-form.ts';
import { xhrUpload } from '#lib/client/http/upload.ts';
import { queuedMutation, sendOrQueue } from '#lib/client/outbox/send-or-queue.ts';
import type { Post, PostText } from '#lib/contract/forum/posts.ts';

import { cachePost, evictIfNotFound, postBody, postPath, updateCachedPost } from './post-cache.ts';

/** A post to publish. */
export interface NewPost extends PostFields {
  /** resized while the member writes */
  images: Promise<File>[];
  /** of the images as they were selected */
  fingerprints: string[];
  /** sent again with the same key it is still one post */
  idempotencyKey: string;
  /** called with the share that has been sent, 0 to 1 */
  onProgress?: (share: number) => void;
  signal: AbortSignal;
}

async function createPost(post: NewPost): Promise<Post | null> {
  const { idempotencyKey, onProgress, signal, ...written } = post;
  const images = await Promise.all(post.images);
  signal.throwIfAborted();
  return sendOrQueue(
    {
      action: { kind: 'post', ...written, images },
      subject: post.title,
      idempotencyKey,
      drafts: ['post', 'images'],
    },
    ({ path, form = new FormData(), headers }, response) =>
      xhrUpload(path, form, response, { headers, onProgress, signal }),
  );
}

/** Publishes a post and puts it on top of its author's feeds. */
export const createPostMutation = mutationOptions({
  mutationFn: createPost,
  onSuccess: (post, _sent, _result, { client }) => {
    if (post) cachePost(client, post);
  },
  meta: { errorToast: { area: 'ExploreToast', marksFields: true } },
});

/** Changes title and description of the viewer's own post, unless they were changed since the given time. */
export const updatePostMutation = (postId: string) =>
  queuedMutation(
    (text: PostText) => ({
      action: { kind: 'update', postId, ...text },
      subject: text.title,
      drafts: [`update:${postId}`],
    }),
    { marksFields: true },
  );

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
      void updateCachedPost(client, postId, (old) => ({
        ...old,
        attachment_alts: undefined,
        ...post,
      })),
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });

/** Deletes the viewer's own post. */
export const deletePostMutation = ({ post_id: postId, title }: Post) =>
  queuedMutation(() => ({ action: { kind: 'delete', postId }, subject: title }));
