import { toFile } from '#lib/client/device/stored-images.ts';
import { listingField } from '#lib/client/drafts/listing-draft.ts';
import { altsField } from '#lib/client/drafts/photo-descriptions.ts';
import { postEtag } from '#lib/contract/posts.ts';

import type { OutboxAction, OutboxEntry } from './outbox-entry.ts';

/** A request of the API. */
export interface EntryRequest {
  /** below /api */
  path: string;
  method: string;
  headers?: Record<string, string>;
  body?: FormData | string;
}

const POSTS = 'web/forum/posts';

const json = (body: object): Pick<EntryRequest, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function postForm(action: Extract<OutboxAction, { kind: 'post' }>) {
  const { title, description, listing, images, alts = [] } = action;
  const field = listingField(listing);
  const described = altsField(alts);
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  if (field) form.append('listing', field);
  if (described) form.append('attachment_alts', described);
  for (const image of images) form.append('attachments', toFile(image));
  return form;
}

function actionRequest(action: OutboxAction): EntryRequest {
  switch (action.kind) {
    case 'post':
      return { path: POSTS, method: 'POST', body: postForm(action) };
    case 'comment': {
      const { postId, content } = action;
      const path = `${POSTS}/${postId}/comments`;
      return { path, method: 'POST', ...json({ post_id: postId, comment: content }) };
    }
    case 'update': {
      const { postId, title, description, updated_at } = action;
      const { headers, body } = json({ title, description });
      const ifMatch = { 'if-match': postEtag({ updated_at }) };
      return {
        path: `${POSTS}/${postId}`,
        method: 'PATCH',
        headers: { ...headers, ...ifMatch },
        body,
      };
    }
    case 'like':
      return {
        path: `${POSTS}/${action.postId}/${action.isLiked ? 'likes' : 'unlike'}`,
        method: 'POST',
      };
    case 'follow': {
      const verb = action.isFollowed ? 'follow' : 'unfollow';
      const path = `web/forum/${verb}/account/${action.memberId}`;
      return { path, method: action.isFollowed ? 'POST' : 'PATCH' };
    }
    case 'delete':
      return { path: `${POSTS}/${action.postId}`, method: 'DELETE' };
  }
}

/** The request that an entry of the outbox stands for, for the service worker; pages send it with their cache. */
export function entryRequest({ action, idempotencyKey }: OutboxEntry): EntryRequest {
  const { headers, ...rest } = actionRequest(action);
  return { ...rest, headers: { ...headers, 'idempotency-key': idempotencyKey } };
}
