import type { MuteState } from '#lib/contract/forum/posts.ts';
import { inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { deleteMute, insertMute } from './queries.ts';

export const LIMITS = defineLimits({
  mute: { what: "a member's mutes and unmutes of posts", points: 300, seconds: 600 },
});

async function changeMute(
  ctx: Ctx,
  postId: string,
  change: (tx: Executor) => Promise<unknown>,
): Promise<void> {
  await ctx.limits.consume(LIMITS.mute, requireViewer(ctx).id);
  await inPostTransaction(ctx, postId, { invalidates: [], allowsSuspended: true }, change);
}

/**
 * Mutes a post for the viewer, who gets no more notifications about its comments and likes; repeating changes
 * nothing.
 */
export async function mutePost(ctx: Ctx, post_id: string): Promise<MuteState> {
  const mute = { post_id, member_id: requireViewer(ctx).id, created_at: ctx.now() };
  await changeMute(ctx, post_id, (tx) => insertMute(tx, mute));
  return { is_muted: true };
}

/** Ends the viewer's mute of a post; repeating changes nothing. */
export async function unmutePost(ctx: Ctx, postId: string): Promise<MuteState> {
  const { id } = requireViewer(ctx);
  await changeMute(ctx, postId, (tx) => deleteMute(tx, postId, id));
  return { is_muted: false };
}
