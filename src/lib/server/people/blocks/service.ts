import { MAX_BLOCKS } from '#lib/contract/limits.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import type { Block, BlockPage, BlockState } from '#lib/contract/people/blocks.ts';
import { findMember } from '#lib/server/people/members/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { lockViewerAnd } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as blocks from './queries.ts';

async function checkBlock(tx: Executor, id: string, memberId: string): Promise<void> {
  const member = await findMember(tx, id, memberId);
  if (!member) throw notFound('member');
  if (member.role === 'staff') throw new AppError('staff_not_blockable');
  if ((await blocks.countBlocks(tx, id)) >= MAX_BLOCKS) throw new AppError('too_many_blocks');
}

export const LIMITS = defineLimits({
  block: { what: "a member's blocks and unblocks of members", points: 60, seconds: 600 },
});

/**
 * Blocks a member: neither of the two can see, follow, notify or send requests to the other. Follows between them
 * end, and their appointments are called off. Repeating changes nothing.
 */
export async function blockMember(ctx: Ctx, memberId: string): Promise<BlockState> {
  const { id } = requireViewer(ctx);
  if (id === memberId) throw new AppError('self_block');
  await ctx.limits.consume(LIMITS.block, id);
  const row = { id: newId(), blocker_id: id, blocked_id: memberId, created_at: ctx.now() };
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockViewerAnd(ctx, tx, memberId, { allowsSuspended: true });
    if (await blocks.hasBlocked(tx, id, memberId)) return;
    await checkBlock(tx, id, memberId);
    await ctx.events.memberBlocked(ctx, tx, memberId);
    await blocks.insertBlock(tx, row);
    await ctx.notify(tx, { event: 'block_changed', memberIds: [id, memberId], isBlocked: true });
  });
  return { is_blocked: true };
}

/** Ends the viewer's block of a member; repeating changes nothing. Ended follows and appointments are not restored. */
export async function unblockMember(ctx: Ctx, memberId: string): Promise<BlockState> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.block, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewerAnd(ctx, tx, memberId, { allowsSuspended: true });
    if (!(await blocks.deleteBlock(tx, id, memberId))) return;
    await ctx.notify(tx, { event: 'block_changed', memberIds: [id, memberId], isBlocked: false });
  });
  return { is_blocked: false };
}

/** Lists the members whom the viewer blocks, newest first. */
export async function listBlocks(ctx: Ctx, list: ListQuery): Promise<BlockPage> {
  const rows = await blocks.listBlocks(ctx.db, requireViewer(ctx).id, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  const toBlock = (row: (typeof rows)[number]): Block =>
    Object.assign(toAccount(row), { blocked_at: new Date(row.created_at).toISOString() });
  return { blocks: items.map(toBlock), nextCursor };
}
