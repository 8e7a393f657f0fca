import { MAX_REASONS } from '#lib/contract/limits.ts';
import type { ModerationReason } from '#lib/contract/moderation/moderation.ts';
import { postPath } from '#lib/contract/paths.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { decide } from './decide.ts';
import * as reasons from './queries.ts';
import { listReportedSubjects } from './reported-subjects.ts';

/** A reported subject, as the operator's command prints it. */
export interface ReportedLine {
  /** its label */
  title: string;
  /** its URL, or the member's */
  link: string;
  author: { name: string; email: string | null; disabled: boolean };
  /** open reports, oldest first; `at` is ISO 8601, UTC */
  reports: { reason: string; by: { name: string; email: string | null }; at: string }[];
}

/**
 * Lists subjects with open reports, most reported first.
 * @param limit how many subjects
 */
export async function listReportedLines(
  services: Services,
  limit: number,
): Promise<ReportedLine[]> {
  const subjects = await listReportedSubjects(services, limit);
  return subjects.map(
    ({ kind, id, title, content, account, email, is_disabled, path, reports }) => ({
      title: kind === 'post' ? title : kind === 'comment' ? content : title,
      link: services.config.publicUrl + (path ?? (kind === 'post' ? postPath(id) : '')),
      author: { name: account.name, email, disabled: is_disabled },
      reports: reports
        .filter((each) => each.is_open)
        .map((each) => ({
          reason: each.reason,
          by: { name: each.by, email: each.email },
          at: each.created_at,
        })),
    }),
  );
}

/**
 * Removes a post for the operator, and notifies its author; it can be restored for 30 days.
 * @param reason for the author; may be empty
 * @returns its title
 */
export async function removePost(services: Services, id: string, reason: string): Promise<string> {
  const input = { action: 'remove', reason_id: null, note: reason, days: null } as const;
  return (await decide(services, { kind: 'post', id }, input, null)).excerpt;
}

/**
 * Dismisses the reports of a post, for the operator.
 * @returns the number of open reports
 */
export async function dismissReports(services: Services, id: string): Promise<number> {
  const input = { action: 'stays', reason_id: null, note: '', days: null } as const;
  return (await decide(services, { kind: 'post', id }, input, null)).reports_count;
}

/** Lists the moderation reasons, in order. */
export async function listReasons(ctx: Ctx): Promise<ModerationReason[]> {
  requireStaffViewer(ctx);
  const rows = await reasons.listReasons(ctx.db);
  return rows.map(({ id, text }) => ({ reason_id: id, text }));
}

/** Runs and logs a transaction that changes the list. @returns the changed list */
async function changeReasons(
  ctx: Ctx,
  act: 'reason.added' | 'reason.changed' | 'reason.removed',
  id: string,
  work: (tx: Executor) => Promise<void>,
): Promise<ModerationReason[]> {
  const { id: actorId } = requireStaffViewer(ctx);
  try {
    await transact(ctx, { invalidates: [] }, async (tx) => {
      await lockStaffViewer(ctx, tx, act);
      await work(tx);
      await recordAct(tx, { actorId, act, targetType: 'reason', targetId: id });
    });
  } catch (error) {
    throw isUniqueViolation(error, 'moderation_reasons_text_key')
      ? fieldError('text', 'reason_exists')
      : error;
  }
  return listReasons(ctx);
}

export const addReason = (ctx: Ctx, text: string): Promise<ModerationReason[]> => {
  const id = newId();
  return changeReasons(ctx, 'reason.added', id, async (tx) => {
    const list = await reasons.listReasons(tx);
    if (list.length >= MAX_REASONS) throw new AppError('too_many_reasons');
    await reasons.insertReason(tx, { id, text, position: (list.at(-1)?.position ?? 0) + 1 });
  });
};

/** Changes a reason; past decisions keep its old text. */
export const changeReason = (ctx: Ctx, id: string, text: string): Promise<ModerationReason[]> =>
  changeReasons(ctx, 'reason.changed', id, async (tx) => {
    if (!(await reasons.updateReason(tx, id, text))) throw notFound('reason');
  });

export const removeReason = (ctx: Ctx, id: string): Promise<ModerationReason[]> =>
  changeReasons(ctx, 'reason.removed', id, async (tx) => {
    if (!(await reasons.deleteReason(tx, id))) throw notFound('reason');
  });
