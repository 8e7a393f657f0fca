import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { MuteState, Post } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import { evictIfNotFound, postBody, postPath, updateCachedPost } from './post-cache.ts';

const STALE_TIME_MS = 60_000;

export const postQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['posts', 'one', postId, viewerId],
    queryFn: ({ signal }) => requestData(postPath(postId), postBody, { signal }),
    staleTime: STALE_TIME_MS,
    // An open discussion shows what other members do.
    refetchInterval: STALE_TIME_MS,
  });

const muteState = hasKeys<MuteState>('is_muted');

/** Mutes or unmutes a post. */
export const muteMutation = mutationOptions({
  mutationFn: ({ post_id, is_muted }: Post) =>
    requestData(`web/forum/posts/${post_id}/mute`, muteState, {
      method: is_muted ? 'delete' : 'put',
    }),
  onSuccess: (state, { post_id }, _result, { client }) => {
    updateCachedPost(client, post_id, (post) => ({ ...post, ...state }));
    toastSuccess(state.is_muted ? t('post.muted') : t('post.unmuted'));
  },
  onError: (error, { post_id }, _result, { client }) => evictIfNotFound(client, post_id, error),
  meta: { errorToast: {} },
});
