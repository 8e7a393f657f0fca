import type { ErrorCode } from '#lib/contract/error-codes.ts';
import type { ReportKind } from '#lib/contract/moderation/moderation.ts';
import type { ReportInput, ReportStatus } from '#lib/contract/moderation/reports.ts';
import { memberPath, postPath } from '#lib/contract/paths.ts';
import { findComment } from '#lib/server/forum/comments/queries.ts';
import { inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { findPost } from '#lib/server/forum/posts/queries.ts';
import { excerpt } from '#lib/server/notifications/news/bell.ts';
import { findMember } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isMissingReference } from '#lib/server/platform/db/foreign-keys.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { hasOpenReport, insertReport, replaceReport } from './queries.ts';

/** The subject that a member is about to report. */
export interface ReportSubject {
  /** the author's name */
  name: string;
  /** a title, or the start of a comment; empty for a member */
  excerpt: string;
  /** the path of its page */
  path: string;
  isOwn: boolean;
  isReported: boolean;
}

const FINDERS = {
  post: async ({ db }: Ctx, id: string, viewerId: string) => {
    const post = await findPost(db, viewerId, id);
    return post && { ...post, excerpt: post.title, path: postPath(id) };
  },
  comment: async ({ db }: Ctx, id: string, viewerId: string) => {
    const comment = await findComment(db, viewerId, id);
    const path = comment && postPath(comment.post_id, id);
    return comment && { ...comment, excerpt: excerpt(comment.content), path: path ?? '' };
  },
  member: async ({ db }: Ctx, id: string, viewerId: string) => {
    const member = await findMember(db, viewerId, id);
    return member && { ...member, excerpt: '', path: memberPath(id) };
  },
};

export async function getReportSubject(
  ctx: Ctx,
  kind: ReportKind,
  id: string,
): Promise<ReportSubject> {
  const viewerId = requireViewer(ctx).id;
  const found = await FINDERS[kind](ctx, id, viewerId);
  if (!found) throw notFound(kind);
  return {
    name: `${found.first_name} ${found.last_name}`,
    excerpt: found.excerpt,
    path: found.path,
    isOwn: found.member_id === viewerId,
    isReported: await hasOpenReport(ctx.db, kind, id, viewerId),
  };
}

const REPEATED: Record<ReportKind, ErrorCode> = {
  post: 'already_reported',
  comment: 'comment_already_reported',
  member: 'member_already_reported',
};

/** Whether the viewer has an open report of the post's current version: a second one is rejected. */
export async function getReportStatus(ctx: Ctx, postId: string): Promise<ReportStatus> {
  const viewerId = requireViewer(ctx).id;
  if (!(await findPost(ctx.db, viewerId, postId))) throw notFound('post');
  return { is_reported: await hasOpenReport(ctx.db, 'post', postId, viewerId) };
}

export const LIMITS = defineLimits({
  report: { what: "a member's reports", points: 20, seconds: 3600 },
});

/**
 * Stores a report. A member has one open report per subject: they can report it again after a decision, or after its
 * author has changed it.
 * @param store runs the transaction, and inserts the given row
 */
async function storeReport(
  ctx: Ctx,
  [kind, id]: [ReportKind, string],
  { report_desc: reason }: ReportInput,
  store: (insert: (tx: Executor) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { id: reporter_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.report, reporter_id);
  const row = { id: newId(), reporter_id, reason, created_at: ctx.now() };
  try {
    await store(async (tx) => {
      if (await hasOpenReport(tx, kind, id, reporter_id)) throw new AppError(REPEATED[kind]);
      await replaceReport(tx, kind, id, row);
      await insertReport(tx, kind, id, row);
    });
  } catch (error) {
    // The subject was deleted a moment ago.
    if (isMissingReference(error, `${kind}_id`)) throw notFound(kind);
    const isRepeated = isUniqueViolation(error, `reports_open_${kind}_id_idx`);
    throw isRepeated ? new AppError(REPEATED[kind]) : error;
  }
  ctx.log.info({ event: `${kind}_reported`, requestId: ctx.requestId, [kind]: id });
}

/** Reports another member's post to staff. */
export const reportPost = (ctx: Ctx, postId: string, input: ReportInput): Promise<void> =>
  storeReport(ctx, ['post', postId], input, (insert) =>
    inPostTransaction(ctx, postId, { invalidates: [] }, async (tx, authorId) => {
      if (authorId === requireViewer(ctx).id) throw new AppError('own_post_report');
      await insert(tx);
    }),
  );

/** A comment with its post; null for any post. */
interface CommentOfPost {
  id: string;
  postId: string | null;
}

/** Reports another member's comment to staff. */
export const reportComment = (
  ctx: Ctx,
  { id, postId }: CommentOfPost,
  input: ReportInput,
): Promise<void> =>
  storeReport(ctx, ['comment', id], input, (insert) =>
    transact(ctx, { invalidates: [] }, async (tx) => {
      await lockViewer(ctx, tx);
      const viewerId = requireViewer(ctx).id;
      const comment = await findComment(tx, viewerId, id);
      if (!comment || (postId !== null && comment.post_id !== postId)) throw notFound('comment');
      if (comment.member_id === viewerId) throw new AppError('own_comment_report');
      await insert(tx);
    }),
  );

/** Reports another member to staff. */
export const reportMember = (ctx: Ctx, memberId: string, input: ReportInput): Promise<void> =>
  storeReport(ctx, ['member', memberId], input, (insert) =>
    transact(ctx, { invalidates: [] }, async (tx) => {
      await lockViewer(ctx, tx);
      const viewerId = requireViewer(ctx).id;
      if (memberId === viewerId) throw new AppError('own_report');
      if (!(await findMember(tx, viewerId, memberId))) throw notFound('member');
      await insert(tx);
    }),
  );
