import type {
  DecisionInput,
  DecisionKind,
  ReportKind,
  StaffDecision,
} from '#lib/contract/moderation/moderation.ts';
import { findAnyComments } from '#lib/server/forum/comments/queries.ts';
import * as reports from '#lib/server/moderation/reports/queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { disableInTransaction } from '#lib/server/people/managed-members/manage-members.ts';
import { lockStaff } from '#lib/server/people/members/queries.ts';
import { authorizeAct, type StaffAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { getDecision } from './decisions.ts';
import { notifyOfDecision, notifyOfReversal, reasonWithNote } from './notify-member.ts';
import { findByDecision } from './quarantine-queries.ts';
import { putBack, quarantineComment, quarantinePost, quarantineProfile } from './quarantine.ts';
import * as decisions from './queries.ts';
import { getSubject, type Subject } from './reported-subjects.ts';

const DAY_MS = 86_400_000;

const ACTS = {
  stays: 'reports.dismissed',
  post: 'post.removed',
  comment: 'comment.removed',
  avatar: 'avatar.removed',
  name: 'name.removed',
  warning: 'member.warned',
  suspension: 'member.suspended',
  disabled: 'member.disabled',
} as const satisfies Record<DecisionKind, StaffAct>;

const MEMBER_KINDS = {
  remove_avatar: 'avatar',
  remove_name: 'name',
  warn: 'warning',
  suspend: 'suspension',
  disable: 'disabled',
} as const;

function kindOf(subject: ReportKind, action: DecisionInput['action']): DecisionKind {
  if (action === 'stays') return 'stays';
  if (action === 'remove' && subject !== 'member') return subject;
  if (action !== 'remove' && subject === 'member') return MEMBER_KINDS[action];
  throw fieldError('action', 'action_invalid');
}

export async function getReason(
  tx: Executor,
  { reason_id, note }: Pick<DecisionInput, 'reason_id' | 'note'>,
): Promise<string> {
  if (reason_id === null && !note) throw fieldError('reason_id', 'decision_reason_required');
  if (reason_id === null) return '';
  const reason = await decisions.findReason(tx, reason_id);
  if (!reason) throw notFound('reason');
  return reason.text;
}

function endOf({ now }: Services, { action, days }: DecisionInput): number | null {
  if (action !== 'suspend') return null;
  if (days === null) throw fieldError('days', 'days_out_of_range');
  return now() + days * DAY_MS;
}

/** Carries a decision out. */
async function carryOut(
  services: Services,
  tx: Executor,
  { id, memberId, postId }: Subject,
  decision: ModerationDecisionTable,
): Promise<void> {
  const owner = { member_id: memberId, decision_id: decision.id };
  const { kind, until } = decision;
  if (kind === 'post') await quarantinePost(services, tx, id, owner);
  if (kind === 'comment' && postId)
    await quarantineComment(services, tx, { id, post_id: postId }, owner);
  if (kind === 'avatar' || kind === 'name') await quarantineProfile(services, tx, kind, owner);
  if (kind === 'suspension' && until !== null)
    await decisions.upsertSuspension(tx, { ...owner, until });
  if (kind === 'disabled') {
    const by = { actorId: decision.actor_id, reason: reasonWithNote(decision) };
    await disableInTransaction(services, tx, memberId, by);
  }
}

/** The fields of a new decision. */
interface NewDecision extends Pick<ModerationDecisionTable, 'kind' | 'until' | 'reason' | 'note'> {
  actorId: string | null;
}

const toRow = (
  { now }: Services,
  { id, memberId, excerpt }: Pick<Subject, 'id' | 'memberId' | 'excerpt'>,
  { actorId, ...given }: NewDecision,
  reports_count: number,
): ModerationDecisionTable => ({
  id: newId(),
  ...given,
  member_id: memberId,
  actor_id: actorId,
  subject_id: id,
  excerpt,
  reports_count,
  created_at: now(),
  reversed_at: null,
  reopened_at: null,
  reply: null,
  replied_at: null,
  response: null,
  responded_at: null,
});

/** Stores and logs a decision, and notifies the member. */
export async function storeDecision(
  services: Services,
  tx: Executor,
  subject: Pick<Subject, 'kind' | 'id' | 'memberId' | 'excerpt'>,
  given: NewDecision,
  count: number,
): Promise<ModerationDecisionTable> {
  const decision = toRow(services, subject, given, count);
  await decisions.insertDecision(tx, decision);
  // The members' service logs this.
  if (decision.kind === 'disabled') return decision;
  await recordAct(tx, {
    actorId: given.actorId,
    act: ACTS[decision.kind],
    targetType: subject.kind,
    targetId: subject.id,
    memberId: subject.memberId,
    reason: reasonWithNote(given),
    details: { decision: decision.id, count },
  });
  return decision;
}

/**
 * For decisions by staff about themselves or their own content: they may remove it, but let it stay only when no
 * other staff member could decide.
 */
async function requireOtherToDecide(
  tx: Executor,
  kind: ReportKind,
  stays: boolean,
  actorId: string,
): Promise<void> {
  const isAllowed = stays
    ? (await lockStaff(tx)).every(({ id }) => id === actorId)
    : kind !== 'member';
  if (!isAllowed) throw new AppError('own_account');
}

/**
 * Decides about reported content, or content that staff found themselves: open reports are closed, and the member is
 * notified with the reason.
 * @param by the staff member; null for an operator's command
 * @returns the decision, and the subject's label
 */
export async function decide(
  services: Services,
  { kind, id }: { kind: ReportKind; id: string },
  input: DecisionInput,
  by: Ctx | null,
): Promise<ModerationDecisionTable> {
  const decided = kindOf(kind, input.action);
  const act = ACTS[decided];
  const actorId = by && authorizeAct(by, act).id;
  const given = { kind: decided, until: endOf(services, input), actorId };
  return transact(services, { invalidates: ['posts'] }, async (tx) => {
    const subject = await getSubject(tx, kind, id);
    if (by) await lockStaffViewer(by, tx, act, [subject.memberId]);
    const stays = given.kind === 'stays';
    if (actorId === subject.memberId) await requireOtherToDecide(tx, kind, stays, actorId);
    const reason = stays || actorId === null ? '' : await getReason(tx, input);
    const count = await reports.dismissReports(tx, kind, id, services.now());
    if (stays && count === 0) throw new AppError('no_open_reports');
    const text = { ...given, reason, note: input.note };
    const decision = await storeDecision(services, tx, subject, text, count);
    await carryOut(services, tx, subject, decision);
    if (!stays) await notifyOfDecision(services, tx, subject.memberId, decision);
    return decision;
  });
}

/** Decides as the logged-in staff member. */
export async function decideAsStaff(
  ctx: Ctx,
  subject: { kind: ReportKind; id: string },
  input: DecisionInput,
): Promise<StaffDecision> {
  requireStaffViewer(ctx);
  return getDecision(ctx, (await decide(ctx, subject, input, ctx)).id);
}

async function undo(
  services: Services,
  tx: Executor,
  { id, kind }: ModerationDecisionTable,
): Promise<void> {
  if (kind === 'warning') return;
  if (kind === 'suspension') {
    // A later suspension may have replaced it.
    await decisions.deleteSuspension(tx, id);
    return;
  }
  const item = await findByDecision(tx, id);
  if (!item) throw new AppError('not_reversible');
  await putBack(services, tx, item);
}

/** @returns the restored post, or the post of the restored comment */
async function postOf(
  tx: Executor,
  { kind, subject_id: id }: ModerationDecisionTable,
): Promise<string | null> {
  if (kind === 'post') return id;
  if (kind !== 'comment' || id === null) return null;
  const [comment] = await findAnyComments(tx, [id]);
  return comment?.post_id ?? null;
}

/**
 * Reverses a decision: removed content is restored, a suspension ends, a warning no longer counts. The member is
 * notified.
 */
export async function reverseDecision(ctx: Ctx, id: string): Promise<StaffDecision> {
  const { id: actorId } = requireStaffViewer(ctx);
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'decision.reversed');
    const decision = await decisions.findDecision(tx, id);
    if (!decision) throw notFound('decision');
    const { member_id: memberId } = decision;
    if (memberId === actorId) throw new AppError('own_account');
    if (memberId === null || !(await decisions.setReversed(tx, id, ctx.now())))
      throw new AppError('not_reversible');
    await undo(ctx, tx, decision);
    const target = { targetType: 'decision', targetId: id, memberId } as const;
    await recordAct(tx, { actorId, act: 'decision.reversed', ...target });
    await notifyOfReversal(ctx, tx, memberId, decision, await postOf(tx, decision));
  });
  return getDecision(ctx, id);
}

/** Allows a member to choose a new photo or name early. The removed one stays removed. */
export async function reopenProfile(ctx: Ctx, id: string): Promise<StaffDecision> {
  await transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'profile.reopened');
    const decision = await decisions.findDecision(tx, id);
    if (!decision) throw notFound('decision');
    const { kind, member_id: memberId } = decision;
    if (memberId === actorId) throw new AppError('own_account');
    const isRemoval = kind === 'avatar' || kind === 'name';
    if (!isRemoval || !(await decisions.setReopened(tx, id, ctx.now())))
      throw new AppError('not_closed');
    const target = { targetType: 'decision', targetId: id, memberId } as const;
    await recordAct(tx, { actorId, act: 'profile.reopened', ...target });
  });
  return getDecision(ctx, id);
}
