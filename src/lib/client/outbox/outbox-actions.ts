// The actions that can wait for a connection, for pages and the service worker (docs/product.md, "Outbox"). This file
// stores and sends nothing, and imports nothing that does.
import type { QueryClient } from '@tanstack/react-query';

import type { StoredImage } from '#lib/client/device/stored-images.ts';
import { toRecord } from '#lib/client/drafts/draft.ts';
import {
  type PostFields,
  postContent,
  postForm,
  toDescriptions,
} from '#lib/client/drafts/post-form.ts';
import {
  cacheComment,
  type CachedPosts,
  cachePost,
  changePost,
  evictPost,
  invalidatePost,
  postBody,
  postPath,
  updateCachedPost,
} from '#lib/client/forum/post-cache.ts';
import { isNotFound } from '#lib/client/http/api-error.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { followLabel, likeLabel, saveLabel } from '#lib/client/outbox/outbox-labels.ts';
import { followsKey, likesKey, profileKey, suggestionsKey } from '#lib/client/query/query-keys.ts';
import { updateCached, updatePages } from '#lib/client/query/update-cached.ts';
import type { Comment } from '#lib/contract/forum/comments.ts';
import type { FollowState } from '#lib/contract/forum/follows.ts';
import type { LikeState } from '#lib/contract/forum/likes.ts';
import { type Post, postEtag, type PostText, type SavedState } from '#lib/contract/forum/posts.ts';
import type { SuggestionPage } from '#lib/contract/forum/suggestions.ts';
import { postPath as pagePath } from '#lib/contract/paths.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import { act } from './act-kind.ts';
import type { ActionRequest, Kind } from './outbox-kind.ts';

interface PostAction extends PostFields {
  images: StoredImage[];
  fingerprints: string[];
}

const post = {
  request: ({ images, ...fields }) => ({
    path: 'web/forum/posts',
    method: 'post',
    form: postForm(fields, images),
  }),
  response: postBody,
  describe: ({ title, description, images }) => ({ label: title, text: description, images }),
  cache: cachePost,
  done: () => t('post.uploaded'),
  edit: () => ({ dialog: 'post' }),
  toDrafts: ({ images, fingerprints, ...fields }, { accountId, sentKeys }) => {
    const { title, description, listing } = fields;
    const alts = toDescriptions(fingerprints, fields.alts);
    const sent = sentKeys(postContent(fields, fingerprints));
    const files = images.map((file, i) => ({
      file,
      fingerprint: fingerprints[i] ?? '',
      isResized: true,
    }));
    return [
      toRecord({ accountId, kind: 'post' }, { title, description, listing, alts, sent }),
      toRecord({ accountId, kind: 'images' }, files),
    ];
  },
} satisfies Kind<PostAction, Post>;

interface CommentAction {
  postId: string;
  content: string;
}

const comment = {
  request: ({ postId, content }) => ({
    path: `${postPath(postId)}/comments`,
    method: 'post',
    json: { post_id: postId, comment: content },
  }),
  response: hasKeys<Comment>('comment_id', 'content', 'created_at', 'account'),
  describe: ({ content: text }, title) => ({ label: t('outbox.comment', { title }), text }),
  cache: async (client, sent, { postId }) => {
    await cacheComment(client, postId, sent);
    invalidatePost(client, postId);
  },
  edit: ({ postId }) => ({ page: `${pagePath(postId)}#comments` }),
  toDrafts: async ({ postId, content }, { accountId, sentKeys, readDraft }) => {
    const kind = `comment:${postId}` as const;
    const written = await readDraft(kind);
    const text = [written?.text, content].filter(Boolean).join('\n');
    const sent = { ...written?.sent, ...sentKeys(content) };
    return [toRecord({ accountId, kind }, { text, sent })];
  },
} satisfies Kind<CommentAction, Comment>;

interface UpdateAction extends PostText {
  postId: string;
}

const update = {
  request: ({ postId, title, description, updated_at }) => ({
    path: postPath(postId),
    method: 'patch',
    headers: { 'if-match': postEtag({ updated_at }) },
    json: { title, description },
  }),
  response: postBody,
  target: ({ postId }) => `text ${postId}`,
  // Both are based on the same text as the first.
  replace: ({ updated_at }, action) => ({ ...action, updated_at }),
  hasArrived: ({ title, description }, { current }) => {
    const stored = (current ?? {}) as Partial<PostText>;
    return stored.title === title && stored.description === description;
  },
  describe: ({ title, description: text }) => ({ label: t('outbox.update', { title }), text }),
  cache: (client, changed) =>
    void updateCachedPost(client, changed.post_id, (old) => ({ ...old, ...changed })),
  done: () => t('post.updated'),
  edit: ({ postId }) => ({ dialog: 'update', postId }),
  toDrafts: ({ postId, title, description, updated_at }, { accountId }) => [
    toRecord({ accountId, kind: `update:${postId}` }, { title, description, updated_at, sent: {} }),
  ],
} satisfies Kind<UpdateAction, Post>;

interface LikeAction {
  postId: string;
  /** the wanted state */
  isLiked: boolean;
}

const like = {
  request: ({ postId, isLiked }) => ({
    path: `${postPath(postId)}/${isLiked ? 'likes' : 'unlike'}`,
    method: 'post',
  }),
  response: hasKeys<LikeState>('likes', 'is_liked'),
  target: ({ postId }) => `like ${postId}`,
  describe: ({ isLiked }, title) => ({ label: likeLabel(isLiked, title) }),
  cache: (client, state, { postId }) => {
    updateCachedPost(client, postId, (old) => ({ ...old, ...state }));
    void client.invalidateQueries({ queryKey: likesKey(postId) });
  },
  show: ({ postId, isLiked }) =>
    changePost(postId, (old) =>
      old.is_liked === isLiked
        ? old
        : { ...old, is_liked: isLiked, likes: old.likes + (isLiked ? 1 : -1) },
    ),
  undo: (action) => ({ ...action, isLiked: !action.isLiked }),
  shownIn: () => ['posts'],
} satisfies Kind<LikeAction, LikeState, CachedPosts>;

interface SaveAction {
  postId: string;
  isSaved: boolean;
}

const save = {
  request: ({ postId, isSaved }) => ({
    path: `${postPath(postId)}/saved`,
    method: isSaved ? 'put' : 'delete',
  }),
  response: hasKeys<SavedState>('is_saved'),
  target: ({ postId }) => `save ${postId}`,
  describe: ({ isSaved }, title) => ({ label: saveLabel(isSaved, title) }),
  cache: (client, state, { postId }) =>
    void updateCachedPost(client, postId, (old) => ({ ...old, ...state })),
  done: ({ is_saved }) => (is_saved ? t('post.saved') : t('post.unsaved')),
  show: ({ postId, isSaved }) => changePost(postId, (old) => ({ ...old, is_saved: isSaved })),
  undo: (action) => ({ ...action, isSaved: !action.isSaved }),
  shownIn: () => ['posts'],
  pageToStore: ({ postId, isSaved }) => (isSaved ? pagePath(postId) : null),
} satisfies Kind<SaveAction, SavedState, CachedPosts>;

interface FollowAction {
  memberId: string;
  /** the wanted state */
  isFollowed: boolean;
}

const follow = {
  request: ({ memberId, isFollowed }) => ({
    path: `web/forum/${isFollowed ? 'follow' : 'unfollow'}/account/${memberId}`,
    method: isFollowed ? 'post' : 'patch',
  }),
  response: hasKeys<FollowState>('followed', 'followers'),
  target: ({ memberId }) => `follow ${memberId}`,
  describe: ({ isFollowed }, name) => ({ label: followLabel(isFollowed, name) }),
  cache: (client, state, { memberId }, viewerId) => {
    updateCached<ForumProfile>(client, profileKey(viewerId, memberId), (old) => ({
      ...old,
      ...state,
    }));
    void client.invalidateQueries({ queryKey: followsKey(viewerId) });
    updatePages<SuggestionPage>(client, suggestionsKey(viewerId), (page) => ({
      ...page,
      suggestions: page.suggestions.filter(({ account_id }) => account_id !== memberId),
    }));
  },
  done: ({ followed }) => (followed ? t('follow.followed') : t('follow.unfollowed')),
  show:
    ({ isFollowed }) =>
    (old) =>
      old.followed === isFollowed
        ? old
        : { ...old, followed: isFollowed, followers: old.followers + (isFollowed ? 1 : -1) },
  undo: (action) => ({ ...action, isFollowed: !action.isFollowed }),
  shownIn: ({ memberId }, viewerId) => profileKey(viewerId, memberId),
} satisfies Kind<FollowAction, FollowState, ForumProfile>;

interface DeleteAction {
  postId: string;
}

const deletion = {
  request: ({ postId }) => ({ path: postPath(postId), method: 'delete' }),
  // Not null: null means that the action waits.
  response: { parse: () => 'deleted' },
  target: ({ postId }) => `text ${postId}`,
  hasArrived: (_action, error) => isNotFound(error),
  describe: (_action, title) => ({ label: t('outbox.delete', { title }) }),
  cache: (client, _body, { postId }) => evictPost(client, postId),
  done: () => t('post.deleted'),
} satisfies Kind<DeleteAction, 'deleted'>;

const kinds = { post, comment, update, like, save, follow, delete: deletion, act };

type Kinds = typeof kinds;
type ActionKind = keyof Kinds;

/** An action that a member took without a connection. */
export type OutboxAction<K extends ActionKind = ActionKind> = {
  [N in K]: { kind: N } & Parameters<Kinds[N]['request']>[0];
}[K];

/** The response to an action. */
export type ResponseTo<A extends OutboxAction> = ReturnType<Kinds[A['kind']]['response']['parse']>;

/** The definition of an action's kind. */
export const kindOf = <A extends OutboxAction>({ kind }: A) =>
  kinds[kind] as unknown as Kind<A, ResponseTo<A>, object>;

/** False for actions that a newer, since reverted version of the site has stored. */
export const isKnown = ({ kind }: { kind: string }): boolean => Object.hasOwn(kinds, kind);

/**
 * The request of an action.
 * @param idempotencyKey makes retries safe
 */
export function requestOf(action: OutboxAction, idempotencyKey: string): ActionRequest {
  const { headers, ...request } = kindOf(action).request(action);
  return { ...request, headers: { ...headers, 'idempotency-key': idempotencyKey } };
}

/**
 * Shows an action before the server responds, if its kind allows it.
 * @returns a function that reverts it, except where data was fetched since
 */
export function showAtOnce(
  client: QueryClient,
  action: OutboxAction,
  viewerId: string,
): () => void {
  const { show, undo, shownIn } = kindOf(action);
  if (!show) return () => undefined;
  const rollback = updateCached(client, shownIn(action, viewerId), show(action));
  return () => rollback(show(undo(action)));
}
