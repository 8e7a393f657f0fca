import { mutationOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { MuteState } from '#lib/contract/forum/mutes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

import { evictIfNotFound, updateCachedPost } from './post-cache.ts';

const muteState = hasKeys<MuteState>('is_muted');

/** Mutes a post, or takes the mute back. */
export const muteMutation = mutationOptions({
  mutationFn: ({ post_id, is_muted }: Post) =>
    requestData(`web/forum/posts/${post_id}/mute`, muteState, {
      method: is_muted ? 'delete' : 'put',
    }),
  onSuccess: (state, { post_id }, _result, { client }) => {
    updateCachedPost(client, post_id, (post) => ({ ...post, ...state }));
    toastSuccess(state.is_muted ? 'Notifications are off.' : 'Notifications are on.');
  },
  onError: (error, { post_id }, _result, { client }) => evictIfNotFound(client, post_id, error),
  meta: { errorToast: {} },
});
