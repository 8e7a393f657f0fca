import { MuteState } from '#lib/contract/mutes.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Mutes of posts. */
export const OPERATIONS = {
  'PUT /web/forum/posts/:id/mute': {
    summary: 'Get no more notifications of a post',
    response: MuteState,
    errors: ['post_not_found'],
    limits: [LIMITS.mute],
  },
  'DELETE /web/forum/posts/:id/mute': {
    summary: 'Get notifications of a post again',
    response: MuteState,
    errors: ['post_not_found'],
    limits: [LIMITS.mute],
  },
} satisfies Operations;
