// An author's changes to their posts. Apart, because only dialogs that load later need them.
import { mutationOptions } from '@tanstack/react-query';

import type { PostFields } from '#lib/client/drafts/post-form.ts';
import { xhrUpload } from '#lib/client/http/upload.ts';
import { queuedMutation, sendOrQueue } from '#lib/client/outbox/send-or-queue.ts';
import type { Post, PostText } from '#lib/contract/forum/posts.ts';

import { cachePost, evictIfNotFound, postBody, postPath, updateCachedPost } from './post-cache.ts';

/** A post to publish. */
export interface NewPost extends PostFields {
  /** being resized while the member writes */
  images: Promise<File>[];
  /** fingerprints of the images as they were selected */
  fingerprints: string[];
  /** makes retries safe: one key is one post */
  idempotencyKey: string;
  /** called with the share that was sent, 0 to 1 */
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

/** Changes the title and description of the viewer's own post, unless they have changed since the given time. */
export const updatePostMutation = (postId: string) =>
  queuedMutation(
    (text: PostText) => ({
      action: { kind: 'update', postId, ...text },
      subject: text.title,
      drafts: [`update:${postId}`],
    }),
    { marksFields: true },
  );

/** The new images of a post. */
export interface NewAttachments {
  /** the URLs of the stored images when the update began */
  initial: string[];
  /** the URLs of those that stay */
  stored: string[];
  images: File[];
  /** descriptions of the stored, then of the new images */
  alts: string[];
}

/** Replaces the images of the viewer's own post, unless they have changed since. */
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
    // A post without descriptions has no `alts` key.
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
