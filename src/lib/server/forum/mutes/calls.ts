import { MuteState } from '#lib/contract/forum/posts.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS, mutePost, unmutePost } from './service.ts';

/** Mutes of posts. */
export const calls = {
  'PUT /web/forum/posts/:id/mute': call({
    summary: 'Get no more notifications of a post',
    token: true,
    response: MuteState,
    limits: [LIMITS.mute],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => mutePost(ctx, id),
  }),
  'DELETE /web/forum/posts/:id/mute': call({
    summary: 'Get notifications of a post again',
    token: true,
    response: MuteState,
    limits: [LIMITS.mute],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => unmutePost(ctx, id),
  }),
} satisfies Calls;
