import {
  type Decision,
  type DecisionKind,
  type DecisionList,
  type DecisionPage,
  type ModerationMonth,
  type OwnDecisions,
  PROFILE_CLOSED_DAYS,
  type StaffDecision,
  SUMMARY_MONTHS,
} from '#lib/contract/moderation/moderation.ts';
import { t } from '#lib/messages/t.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { findSuspension } from '#lib/server/people/profile/queries.ts';
import { lockStaffViewer, lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { notifyOfResponse } from './notify-member.ts';
import * as decisions from './queries.ts';

const DAY_MS = 86_400_000;

const toIso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

const toDecision = (row: ModerationDecisionTable): Decision => ({
  decision_id: row.id,
  kind: row.kind,
  excerpt: row.excerpt,
  reason: row.reason,
  note: row.note,
  until: toIso(row.until),
  created_at: new Date(row.created_at).toISOString(),
  reversed_at: toIso(row.reversed_at),
  reopened_at: toIso(row.reopened_at),
  reply: row.reply,
  replied_at: toIso(row.replied_at),
  response: row.response,
  responded_at: toIso(row.responded_at),
});

/** Whether a decision can be reversed; not one that dismissed reports, disabled a member, or concerns the viewer. */
function canReverse({ now, viewer }: Ctx, row: decisions.StaffDecisionRow): boolean {
  if (row.member_id === viewer?.id) return false;
  if (row.reversed_at !== null || row.member_id === null) return false;
  if (row.kind === 'warning') return true;
  if (row.kind === 'suspension') return (row.until ?? 0) > now();
  return row.quarantine_id !== null;
}

/** Whether the member cannot choose a new photo or name yet. */
const canReopen = ({ now, viewer }: Ctx, row: decisions.StaffDecisionRow): boolean =>
  (row.kind === 'avatar' || row.kind === 'name') &&
  row.moderated_id !== null &&
  row.moderated_id !== viewer?.id &&
  row.reversed_at === null &&
  row.reopened_at === null &&
  row.created_at + PROFILE_CLOSED_DAYS * DAY_MS > now();

export const toStaffDecision = (ctx: Ctx, row: decisions.StaffDecisionRow): StaffDecision => ({
  ...toDecision(row),
  account: accountOf(row),
  decided_by: row.actor_first_name && `${row.actor_first_name} ${row.actor_last_name}`,
  reports_count: row.reports_count,
  can_reverse: canReverse(ctx, row),
  can_reopen: canReopen(ctx, row),
});

/** Lists decisions, newest first; or those with an open reply. */
export async function listDecisions(ctx: Ctx, list: DecisionList): Promise<DecisionPage> {
  requireStaffViewer(ctx);
  const rows = await decisions.listDecisions(ctx.db, { ...list, ...withLookahead(list) });
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { decisions: items.map((row) => toStaffDecision(ctx, row)), nextCursor };
}

/** Lists decisions with an open reply, the oldest reply first. */
export async function listReplied(ctx: Ctx, limit: number): Promise<StaffDecision[]> {
  requireStaffViewer(ctx);
  const rows = await decisions.listReplied(ctx.db, limit);
  return rows.map((row) => toStaffDecision(ctx, row));
}

export async function getDecision(ctx: Ctx, id: string): Promise<StaffDecision> {
  requireStaffViewer(ctx);
  const row = await decisions.findStaffDecision(ctx.db, id);
  if (!row) throw notFound('decision');
  return toStaffDecision(ctx, row);
}

/** The decisions about the viewer, newest first, and the end of their suspension, if any. */
export async function listOwnDecisions(ctx: Ctx): Promise<OwnDecisions> {
  const { id } = requireViewer(ctx);
  const rows = await decisions.listOwnDecisions(ctx.db, id);
  const until = await findSuspension(ctx.db, id, ctx.now());
  return { decisions: rows.map(toDecision), suspended_until: toIso(until ?? null) };
}

export const LIMITS = defineLimits({
  moderationReply: { what: "a member's replies to decisions", points: 20, seconds: 3600 },
});

/** Replies to a decision about the viewer, once. Suspended members may reply, too. */
export async function replyToDecision(
  ctx: Ctx,
  id: string,
  content: string,
): Promise<OwnDecisions> {
  const { id: memberId } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.moderationReply, memberId);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    const decision = await decisions.findDecision(tx, id);
    if (decision?.member_id !== memberId || decision.kind === 'stays') throw notFound('decision');
    const reply = { reply: content, replied_at: ctx.now() };
    if (!(await decisions.setReply(tx, { id, memberId }, reply)))
      throw new AppError('already_replied');
  });
  return listOwnDecisions(ctx);
}

/** Responds to a member's reply, once: it leaves the queue, and the member is notified. */
export async function respondToReply(
  ctx: Ctx,
  id: string,
  content: string,
): Promise<StaffDecision> {
  const { id: actorId } = requireStaffViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'decision.responded');
    const decision = await decisions.findDecision(tx, id);
    if (!decision) throw notFound('decision');
    if (decision.member_id === actorId) throw new AppError('own_account');
    if (decision.replied_at === null) throw new AppError('no_reply');
    const response = { response: content, responded_at: ctx.now() };
    if (!(await decisions.setResponse(tx, id, response))) throw new AppError('already_responded');
    const { member_id: memberId } = decision;
    const target = { targetType: 'decision', targetId: id, memberId } as const;
    await recordAct(tx, { actorId, act: 'decision.responded', ...target, reason: content });
    if (memberId !== null) await notifyOfResponse(ctx, tx, memberId, content);
  });
  return getDecision(ctx, id);
}

const MONTH_LENGTH = 'YYYY-MM'.length;
const LONGEST_MONTH_MS = 31 * 86_400_000;
/** @returns the label of decisions that have only a note */
const otherReason = () => t('moderation.other_reason');

type Row = Awaited<ReturnType<typeof decisions.listForSummary>>[number];

const monthOf = (time: number): string => regionDay(time).slice(0, MONTH_LENGTH);

/** @returns how often each value occurs, most frequent first */
function countBy<T extends string>(values: T[]): [T, number][] {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]): [T, number] => [
    value,
    all.length,
  ]);
  return counts.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function toMonth(month: string, rows: Row[]): ModerationMonth {
  const acted = rows.filter(({ kind }) => kind !== 'stays');
  return {
    month,
    kinds: countBy<DecisionKind>(rows.map(({ kind }) => kind)).map(([kind, count]) => ({
      kind,
      count,
    })),
    reasons: countBy(acted.map(({ reason }) => reason || otherReason())).map(([reason, count]) => ({
      reason,
      count,
    })),
    reversed: rows.filter(({ reversed_at }) => reversed_at !== null).length,
    replies: rows.filter(({ replied_at }) => replied_at !== null).length,
  };
}

/** Counts decisions by month, newest first: for everyone, and without names. */
export async function getModerationSummary({ db, now }: Services): Promise<ModerationMonth[]> {
  const rows = await decisions.listForSummary(db, now() - SUMMARY_MONTHS * LONGEST_MONTH_MS);
  const byMonth = Map.groupBy(rows, ({ created_at }) => monthOf(created_at));
  return [...byMonth].map(([month, list]) => toMonth(month, list)).slice(0, SUMMARY_MONTHS);
}
