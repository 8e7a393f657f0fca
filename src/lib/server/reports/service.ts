import type { ReportInput, ReportStatus } from '#lib/contract/reports.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import { AppError } from '#lib/server/errors.ts';
import { newId } from '#lib/server/new-id.ts';
import { inPostTransaction } from '#lib/server/posts/post-transaction.ts';

import { LIMITS } from './limits.ts';
import { findReport, insertReport } from './queries.ts';

/** Whether the viewer has reported a post: a second report is rejected. */
export async function getReportStatus(ctx: Ctx, postId: string): Promise<ReportStatus> {
  const report = await findReport(ctx.db, postId, requireViewer(ctx).id);
  return { is_reported: Boolean(report) };
}

/**
 * Reports another member's post to staff, once.
 * @throws AppError post_not_found, own_post_report, already_reported, rate_limited
 */
export async function reportPost(
  ctx: Ctx,
  postId: string,
  { report_desc: reason }: ReportInput,
): Promise<void> {
  const { id: reporter_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.report, reporter_id);
  const report = { id: newId(), post_id: postId, reporter_id, reason, created_at: ctx.now() };
  try {
    await inPostTransaction(ctx, postId, { invalidates: [] }, async (tx, authorId) => {
      if (authorId === reporter_id) throw new AppError('own_post_report');
      await insertReport(tx, report);
    });
  } catch (error) {
    throw isDatabaseError(error, 'unique') ? new AppError('already_reported') : error;
  }
  ctx.log.info({ event: 'post_reported', requestId: ctx.requestId, post: postId });
}
