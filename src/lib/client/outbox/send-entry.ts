import { cacheComment, requestComment } from '#lib/client/comments.ts';
import { toFile } from '#lib/client/device/stored-images.ts';
import { cacheFollow, requestFollow } from '#lib/client/follows.ts';
import { cacheLike, requestLike } from '#lib/client/likes.ts';
import { evictPost } from '#lib/client/post-cache.ts';
import {
  cachePost,
  cacheUpdate,
  requestDelete,
  requestPost,
  requestUpdate,
} from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';

import type { OutboxAction, OutboxEntry } from './outbox-entry.ts';

type Senders = {
  [K in OutboxAction['kind']]: (
    action: Extract<OutboxAction, { kind: K }>,
    entry: OutboxEntry,
  ) => Promise<void>;
};

/** What sends each kind of entry, and shows the result. */
const SENDERS: Senders = {
  post: async ({ images, ...text }, { idempotencyKey }) => {
    const post = { ...text, images: images.map(toFile), idempotencyKey };
    cachePost(queryClient(), await requestPost(post));
    toastSuccess('Post Uploaded Successfully.');
  },
  comment: async ({ postId, content }, { idempotencyKey }) => {
    const comment = await requestComment(postId, { content, idempotencyKey });
    await cacheComment(queryClient(), postId, comment);
  },
  update: async ({ postId, ...text }) => {
    cacheUpdate(queryClient(), await requestUpdate(postId, text));
    toastSuccess('Post Updated Successfully.');
  },
  like: async ({ postId, isLiked }) =>
    cacheLike(queryClient(), postId, await requestLike(postId, isLiked)),
  follow: async ({ memberId, isFollowed }, { accountId }) =>
    cacheFollow(queryClient(), accountId, memberId, await requestFollow(memberId, isFollowed)),
  delete: async ({ postId }) => {
    await requestDelete(postId);
    evictPost(queryClient(), postId);
    toastSuccess('Post Successfully Deleted.');
  },
};

/**
 * Sends an entry of the outbox.
 * @throws ApiError
 */
export function sendEntry(entry: OutboxEntry): Promise<void> {
  const send = SENDERS[entry.action.kind] as (
    action: OutboxAction,
    sent: OutboxEntry,
  ) => Promise<void>;
  return send(entry.action, entry);
}
