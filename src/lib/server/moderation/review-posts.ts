import {
  type PendingPost,
  type RejectionInput,
  REPORTS_PAGE,
} from '#lib/contract/moderation/moderation.ts';
import { updateListing } from '#lib/server/exchange/stock/queries.ts';
import { readPendingPost } from '#lib/server/forum/posts/pending-posts.ts';
import * as pending from '#lib/server/forum/posts/queries.ts';
import { toPendingPost } from '#lib/server/forum/posts/service.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, QuarantineTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { getReason, storeDecision } from './decide.ts';
import { notifyOfApproval, notifyOfDecision } from './notify-member.ts';
import { lockQuarantine, setDecision } from './quarantine-queries.ts';
import { putBack } from './quarantine.ts';

const toPending = async (ctx: Ctx, row: pending.PendingRow): Promise<PendingPost> => ({
  pending_id: row.quarantine_id,
  post: toPendingPost(ctx, await readPendingPost(ctx.db, row)),
});

/** Lists pending posts, oldest first, and counts them all. */
export async function listPendingPosts(
  ctx: Ctx,
): Promise<{ pending: PendingPost[]; total: number }> {
  requireStaffViewer(ctx);
  const rows = await pending.listPending(ctx.db, REPORTS_PAGE);
  return {
    pending: await Promise.all(rows.map((row) => toPending(ctx, row))),
    total: await pending.countPending(ctx.db),
  };
}

export async function getPendingPost(ctx: Ctx, id: string): Promise<PendingPost> {
  requireStaffViewer(ctx);
  const row = await pending.findPending(ctx.db, id);
  if (!row) throw notFound('pending_post');
  return toPending(ctx, row);
}

interface LockedPost {
  item: QuarantineTable;
  row: pending.PendingRow;
  title: string;
}

async function lock(tx: Executor, id: string): Promise<LockedPost> {
  const item = await lockQuarantine(tx, id);
  const row = await pending.findPending(tx, id);
  if (!item || !row) throw notFound('pending_post');
  return { item, row, title: (await readPendingPost(tx, row)).title };
}

/** Publishes a pending post: its author and their followers are notified. */
export async function approvePost(ctx: Ctx, id: string): Promise<void> {
  const { id: actorId } = requireStaffViewer(ctx);
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'post.approved');
    const { item, row, title } = await lock(tx, id);
    await putBack(ctx, tx, item);
    // Alerts created while it was pending can match it, too.
    await updateListing(tx, item.subject_id, { alerts_due_at: ctx.now() });
    const { subject_id: postId, member_id: memberId } = row;
    const target = { targetType: 'post', targetId: postId, memberId } as const;
    await recordAct(tx, { actorId, act: 'post.approved', ...target });
    await ctx.notify(tx, { event: 'post_published', postId, authorId: memberId });
    await notifyOfApproval(ctx, tx, memberId, { title, link: postId });
  });
}

/** Removes a pending post, with a reason for its author. */
export async function rejectPost(ctx: Ctx, id: string, input: RejectionInput): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'post.removed');
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'post.removed');
    const { row, title } = await lock(tx, id);
    const { member_id: memberId, subject_id } = row;
    const subject = { kind: 'post', id: subject_id, memberId, excerpt: title } as const;
    const reason = await getReason(tx, input);
    const given = { kind: 'post', until: null, actorId, reason, note: input.note } as const;
    const decision = await storeDecision(ctx, tx, subject, given, 0);
    await setDecision(tx, id, decision.id, ctx.clock.latest());
    await notifyOfDecision(ctx, tx, memberId, decision);
  });
}
