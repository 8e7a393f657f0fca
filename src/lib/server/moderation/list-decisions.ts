import {
  type Decision,
  type DecisionList,
  type DecisionPage,
  type OwnDecisions,
  PROFILE_CLOSED_DAYS,
  type StaffDecision,
} from '#lib/contract/moderation.ts';
import { type Ctx, requireStaffViewer, requireViewer } from '#lib/server/context.ts';
import type { ModerationDecisionTable } from '#lib/server/db/schema.ts';
import { notFound } from '#lib/server/errors.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';

import * as decisions from './decision-queries.ts';

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

/** Whether a decision can be taken back; one that dismissed reports, or disabled a member, cannot, nor
 * one about the viewer. */
function canReverse({ now, viewer }: Ctx, row: decisions.StaffDecisionRow): boolean {
  if (row.member_id === viewer?.id) return false;
  if (row.reversed_at !== null || row.member_id === null) return false;
  if (row.kind === 'warning') return true;
  if (row.kind === 'suspension') return (row.until ?? 0) > now();
  return row.quarantine_id !== null;
}

/** Whether its member cannot choose a new photo or name yet. */
const canReopen = ({ now, viewer }: Ctx, row: decisions.StaffDecisionRow): boolean =>
  (row.kind === 'avatar' || row.kind === 'name') &&
  row.moderated_id !== null &&
  row.moderated_id !== viewer?.id &&
  row.reversed_at === null &&
  row.reopened_at === null &&
  row.created_at + PROFILE_CLOSED_DAYS * DAY_MS > now();

function accountOf({
  member_id,
  first_name,
  last_name,
  role,
  avatar_key,
}: decisions.StaffDecisionRow) {
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key });
}

/** @returns a decision as staff see it */
export const toStaffDecision = (ctx: Ctx, row: decisions.StaffDecisionRow): StaffDecision => ({
  ...toDecision(row),
  account: accountOf(row),
  decided_by: row.actor_first_name && `${row.actor_first_name} ${row.actor_last_name}`,
  reports_count: row.reports_count,
  can_reverse: canReverse(ctx, row),
  can_reopen: canReopen(ctx, row),
});

/** Lists what staff decided, newest first; or the decisions whose reply waits. */
export async function listDecisions(ctx: Ctx, list: DecisionList): Promise<DecisionPage> {
  requireStaffViewer(ctx);
  const rows = await decisions.listDecisions(ctx.db, { ...list, ...withLookahead(list) });
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { decisions: items.map((row) => toStaffDecision(ctx, row)), nextCursor };
}

/** @throws AppError decision_not_found */
export async function getDecision(ctx: Ctx, id: string): Promise<StaffDecision> {
  requireStaffViewer(ctx);
  const row = await decisions.findStaffDecision(ctx.db, id);
  if (!row) throw notFound('decision');
  return toStaffDecision(ctx, row);
}

/** What was decided about the viewer, newest first, and until when they cannot write. */
export async function listOwnDecisions(ctx: Ctx): Promise<OwnDecisions> {
  const { id } = requireViewer(ctx);
  const rows = await decisions.listOwnDecisions(ctx.db, id);
  const until = await decisions.findSuspension(ctx.db, id, ctx.now());
  return { decisions: rows.map(toDecision), suspended_until: toIso(until ?? null) };
}
